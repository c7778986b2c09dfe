import { describe, expect, it } from "vitest";
import { reach, targetByKey } from "../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "./case-project.ts";

const start = (code: string, imports = "") =>
  `${imports}\nclass Main { public static void main(String[] a) throws Exception { ${code} } }\n`;
const json = "import com.fasterxml.jackson.databind.ObjectMapper;\n";

/** The files, a target, and the answer. None of these has a line that calls the target. */
const programs: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string, string]>> = {
  "a constructor that data is read with": [
    {
      "Main.java": start('new ObjectMapper().readValue("{}", Foo.class);', json),
      "Foo.java": "class Foo { Foo() { runs(); } void runs() {} }\n",
    },
    "Foo.java//Foo//runs",
    "uncertain",
  ],
  "a setter of a class in a list of another's": [
    {
      "Main.java": start('new ObjectMapper().readValue("{}", Foo.class);', json),
      "Foo.java": "class Foo { public java.util.List<Bar> bars; }\n",
      "Bar.java": "class Bar { public void setName(String n) { runs(); } void runs() {} }\n",
    },
    "Bar.java//Bar//runs",
    "uncertain",
  ],
  "a type token": [
    {
      "Main.java": start('new ObjectMapper().readValue("[]", new TypeReference<List<Foo>>() {});', json),
      "Foo.java": "class Foo { Foo() { runs(); } void runs() {} }\n",
    },
    "Foo.java//Foo//runs",
    "uncertain",
  ],
  "a class that is only named to a logger": [
    {
      "Main.java": start("LoggerFactory.getLogger(Foo.class);", "import org.slf4j.LoggerFactory;\n"),
      "Foo.java": "class Foo { Foo() { idle(); } void idle() {} }\n",
    },
    "Foo.java//Foo//idle",
    "not-found",
  ],
  "a method under an annotation of a library": [
    {
      "Main.java": start("new Bus().post(1);", "import lib.bus.Bus;\n"),
      "L.java":
        "import lib.bus.Subscribe;\nclass L { @Subscribe void on(String s) { runs(); } void runs() {} }\n",
    },
    "L.java//L//runs",
    "uncertain",
  ],
  "what such a method gets": [
    {
      "Main.java": start("Server.run();", "import lib.web.Server;\n"),
      "C.java": "import lib.web.Post;\nclass C { @Post void add(Dto d) {} }\n",
      "Dto.java": "class Dto { public void setName(String n) { runs(); } void runs() {} }\n",
    },
    "Dto.java//Dto//runs",
    "uncertain",
  ],
  "a method under an annotation that only says something": [
    {
      "Main.java": start("Bus.post(1);", "import lib.bus.Bus;\n"),
      "L.java":
        "import javax.annotation.Nullable;\nclass L { @Nullable Object on() { idle(); return 1; } void idle() {} }\n",
    },
    "L.java//L//idle",
    "not-found",
  ],
  "a class in an annotation": [
    {
      "src/test/java/ATest.java":
        "import org.junit.jupiter.api.*;\nimport org.junit.jupiter.api.extension.*;\n@ExtendWith(Ext.class) class ATest { @Test void t() {} }\nclass Ext implements BeforeEachCallback { public void beforeEach(ExtensionContext c) { runs(); } void runs() {} }\n",
    },
    "src/test/java/ATest.java//Ext//runs",
    "uncertain",
  ],
  "a method that an annotation names": [
    {
      "src/test/java/ATest.java":
        'import org.junit.jupiter.params.*;\nimport org.junit.jupiter.params.provider.*;\nclass ATest { @ParameterizedTest @MethodSource("values") void t(int x) {} static Object values() { runs(); return 1; } static void runs() {} }\n',
    },
    "src/test/java/ATest.java//ATest//runs",
    "uncertain",
  ],
  "the constructor of a class of tests": [
    {
      "src/test/java/ATest.java":
        "import org.junit.jupiter.api.Test;\nclass ATest { ATest() { runs(); } void runs() {} @Test void t() {} }\n",
    },
    "src/test/java/ATest.java//ATest//runs",
    "found",
  ],
  "methods that are listed and picked from": [
    {
      "Main.java":
        "class Main { static void t() { runs(); } static void runs() {}\npublic static void main(String[] a) throws Exception { for (var m : Main.class.getDeclaredMethods()) m.invoke(null); } }\n",
    },
    "Main.java//Main//runs",
    "uncertain",
  ],
};

describe("What code outside calls in Java without a line that says so", () => {
  it.each(Object.entries(programs))("%s", async (_, [files, target, status]) => {
    const texts = new Map(Object.entries(files));
    const graph = linkProject(await readProject(texts), texts);
    const [result] = reach(graph, { targets: [targetByKey(target)] });
    expect(result?.status).toBe(status);
  });
});
