import { testRoots } from "./root-samples.ts";

testRoots("Java", {
  main: {
    files: {
      "src/A.java": "class A { public static void main(String[] args) {} void spare() {} }\n",
      "src/B.java": "class B { void main() {} }\n",
    },
    rule: "java-main",
    kind: "main",
    marks: ["src/A.java//A//main"],
  },
  "Maven mains": {
    files: {
      "pom.xml":
        "<project><properties><start-class>p.Start</start-class></properties><build><plugins><plugin><configuration>\n<archive><manifest><mainClass>p.Main</mainClass></manifest></archive></configuration></plugin></plugins></build></project>",
      "src/main/java/p/Main.java":
        "package p;\npublic class Main { public static void main(String[] a) {} public void spare() {} }\n",
      "src/main/java/p/Start.java":
        "package p;\npublic class Start { public static void main(String... a) {} }\n",
      "src/main/java/p/Other.java": "package p;\npublic class Other { public void go() {} }\n",
    },
    rule: "pom.xml mainClass",
    kind: "manifest",
    marks: ["src/main/java/p/Main.java//Main//main", "src/main/java/p/Start.java//Start//main"],
  },
  "Gradle mains, in each of its forms": {
    files: {
      "build.gradle": "plugins { id 'application' }\nmainClassName = 'p.Main'\n",
      "two/build.gradle.kts": 'application {\n    mainClass.set("p.Two")\n}\n',
      "three/build.gradle": "jar { manifest { attributes 'Main-Class': 'p.Three' } }\n",
      "src/main/java/p/Main.java":
        "package p;\npublic class Main { public static void main(String[] a) {} }\n",
      "two/src/main/java/p/Two.java":
        "package p;\npublic class Two { public static void main(String[] a) {} }\n",
      "three/src/main/java/p/Three.java":
        "package p;\npublic class Three { public static void main(String[] a) {} }\n",
    },
    rule: "build.gradle mainClass",
    kind: "manifest",
    marks: [
      "src/main/java/p/Main.java//Main//main",
      "two/src/main/java/p/Two.java//Two//main",
      "three/src/main/java/p/Three.java//Three//main",
    ],
  },
  "the public classes of a library": {
    files: {
      "pom.xml": "<project><artifactId>kit</artifactId><packaging>jar</packaging></project>",
      "src/main/java/p/Kit.java":
        "package p;\npublic class Kit { public Kit() {} public void go() { stay(); } protected void hook() {} void near() {} private void stay() {} }\n",
      "src/main/java/p/Hidden.java": "package p;\nclass Hidden { public void go() {} }\n",
      "src/test/java/p/KitTest.java": "package p;\npublic class KitTest { public void go() {} }\n",
    },
    rule: "Java library",
    kind: "manifest",
    marks: [
      "src/main/java/p/Kit.java//Kit",
      "src/main/java/p/Kit.java//Kit//Kit",
      "src/main/java/p/Kit.java//Kit//go",
      "src/main/java/p/Kit.java//Kit//hook",
    ],
  },
  "a module that another one depends on, and one with a main, are no libraries": {
    files: {
      "pom.xml": "<project><artifactId>all</artifactId><packaging>pom</packaging></project>",
      "kit/pom.xml": "<project><artifactId>kit</artifactId></project>",
      "kit/src/main/java/p/Kit.java":
        "package p;\npublic class Kit { public void go() {} public void spare() {} }\n",
      "app/pom.xml":
        "<project><artifactId>app</artifactId><dependencies><dependency><groupId>p</groupId><artifactId>kit</artifactId></dependency></dependencies></project>",
      "app/src/main/java/q/App.java":
        "package q;\nimport p.Kit;\npublic class App { public static void main(String[] a) { new Kit().go(); } public void spare() {} }\n",
    },
    rule: "Java library",
    kind: "manifest",
    marks: [],
  },
  "services that META-INF names": {
    files: {
      "src/main/resources/META-INF/services/p.Codec": "# ours\np.Zip # packed\n\n",
      "src/main/java/p/Zip.java": "package p;\npublic class Zip { public Zip() {} public void pack() {} }\n",
    },
    rule: "META-INF services",
    kind: "manifest",
    marks: [
      "src/main/java/p/Zip.java//Zip",
      "src/main/java/p/Zip.java//Zip//Zip",
      "src/main/java/p/Zip.java//Zip//pack",
    ],
  },
  "Spring handlers": {
    files: {
      "A.java":
        'package a;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class A {\n  @GetMapping("/") public String list() { return ""; }\n  @PostMapping public void add() {}\n  public void spare() {}\n}\n',
      "B.java":
        "package a;\nimport org.springframework.scheduling.annotation.Scheduled;\npublic class B { @Scheduled(fixedRate = 1) void tick() {} }\n",
    },
    rule: "spring-handler",
    kind: "framework",
    marks: ["A.java//A//list", "A.java//A//add", "B.java//B//tick"],
    needs: "org.springframework",
  },
  "Spring components": {
    files: {
      "A.java":
        "package a;\nimport org.springframework.stereotype.Service;\n@Service\npublic class A {\n  A(String x) {}\n  public void spare() {}\n}\n",
      "B.java": "package a;\npublic class B { B() {} }\n",
    },
    rule: "spring-component",
    kind: "framework",
    marks: ["A.java//A", "A.java//A//A"],
    needs: "org.springframework",
  },
  "Spring contracts": {
    files: {
      "A.java":
        "package a;\nimport org.springframework.boot.CommandLineRunner;\npublic class A implements CommandLineRunner {\n  public void run(String... args) {}\n  public void spare() {}\n}\n",
    },
    rule: "spring-contract",
    kind: "framework",
    marks: ["A.java//A", "A.java//A//run"],
    needs: "org.springframework",
  },
  "JAX-RS": {
    files: {
      "A.java":
        'package a;\nimport jakarta.ws.rs.*;\n@Path("/a")\npublic class A {\n  @GET public String list() { return ""; }\n  public void spare() {}\n}\n',
    },
    rule: "jax-rs-handler",
    kind: "framework",
    marks: ["A.java//A", "A.java//A//list"],
    needs: "jakarta.ws.rs",
  },
  Servlet: {
    files: {
      "A.java":
        "package a;\nimport javax.servlet.http.HttpServlet;\npublic class A extends HttpServlet {\n  protected void doGet() {}\n  public void init() {}\n  public void spare() {}\n}\n",
      "B.java": "package a;\npublic class B { void doGet() {} }\n",
    },
    rule: "servlet",
    kind: "framework",
    marks: ["A.java//A", "A.java//A//doGet", "A.java//A//init"],
    needs: "javax.servlet",
  },
  picocli: {
    files: {
      "A.java":
        'package a;\nimport picocli.CommandLine.Command;\nimport java.util.concurrent.Callable;\n@Command(name = "a")\npublic class A implements Callable<Integer> {\n  public Integer call() { return 0; }\n  @Command void sub() {}\n}\n',
    },
    rule: "picocli-command",
    kind: "framework",
    marks: ["A.java//A", "A.java//A//call", "A.java//A//sub"],
    needs: "picocli",
  },
  "JUnit 4 and 5": {
    files: {
      "src/test/java/ATest.java":
        "import org.junit.jupiter.api.*;\nclass ATest {\n  @BeforeEach void setUp() {}\n  @Test void works() {}\n  void helper() {}\n}\n",
      "src/test/java/BTest.java":
        "import org.junit.Test;\npublic class BTest { @Test public void works() {} }\n",
    },
    rule: "junit-test",
    kind: "test",
    marks: [
      "src/test/java/ATest.java//ATest//setUp",
      "src/test/java/ATest.java//ATest//works",
      "src/test/java/BTest.java//BTest//works",
    ],
    needs: "org.junit",
  },
  "JUnit 3": {
    files: {
      "ATest.java":
        "import junit.framework.TestCase;\npublic class ATest extends TestCase {\n  public void testIt() {}\n  protected void setUp() {}\n  public void helper() {}\n}\n",
    },
    rule: "junit3-test",
    kind: "test",
    marks: ["ATest.java//ATest", "ATest.java//ATest//testIt", "ATest.java//ATest//setUp"],
    needs: "junit.framework",
  },
  "JUnit 3 suites": {
    files: {
      "All.java":
        "import junit.framework.*;\npublic class All { public static Test suite() { return null; } static void other() {} }\n",
    },
    rule: "junit3-suite",
    kind: "test",
    marks: ["All.java//All//suite"],
    needs: "junit.framework",
  },
  "JUnit 3 by a wildcard": {
    files: {
      "ATest.java":
        "import junit.framework.*;\nimport other.lib.*;\npublic class ATest extends TestCase {\n  public void testIt() {}\n  public void helper() {}\n}\n",
    },
    rule: "junit3-test",
    kind: "test",
    marks: ["ATest.java//ATest", "ATest.java//ATest//testIt"],
    needs: "junit.framework",
  },
});
