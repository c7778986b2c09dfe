import type { RootRule } from "../../engine/graph/graph.ts";

/** What starts Java code. */
export const rootRules: readonly RootRule[] = [
  { id: "java-main", kind: "main", match: { by: "name", level: "static", names: ["main"] } },
  {
    id: "spring-handler",
    kind: "framework",
    packages: ["org.springframework"],
    match: {
      by: "decorator",
      names: [
        "*Mapping",
        "EventListener",
        "Scheduled",
        "*Listener",
        "Bean",
        "ExceptionHandler",
        "MessageMapping",
        "PostConstruct",
        "PreDestroy",
        "ModelAttribute",
        "InitBinder",
      ],
    },
  },
  {
    id: "spring-component",
    kind: "framework",
    packages: ["org.springframework"],
    match: {
      by: "decorator",
      names: [
        "Component",
        "Service",
        "Repository",
        "Controller",
        "RestController",
        "Configuration",
        "ControllerAdvice",
        "RestControllerAdvice",
        "SpringBootApplication",
        "ConfigurationProperties",
      ],
      starts: "constructors",
    },
  },
  {
    id: "jax-rs-handler",
    kind: "framework",
    packages: ["javax.ws.rs", "jakarta.ws.rs"],
    match: { by: "decorator", names: ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "Path"] },
  },
  {
    id: "servlet",
    kind: "framework",
    packages: ["javax.servlet", "jakarta.servlet"],
    match: {
      by: "base",
      bases: ["*Servlet", "Filter", "*Filter", "*Listener"],
      members: "do\\w*|service|init|destroy|on\\w*|context\\w*|session\\w*|request\\w*",
    },
  },
  {
    id: "picocli-command",
    kind: "framework",
    packages: ["picocli"],
    match: { by: "decorator", names: ["Command"], starts: "members" },
  },
  {
    id: "lambda-handler",
    kind: "framework",
    packages: ["com.amazonaws.services.lambda"],
    match: { by: "base", bases: ["RequestHandler", "RequestStreamHandler"], members: "handleRequest" },
  },
  {
    id: "junit-test",
    kind: "test",
    packages: ["org.junit", "org.testng"],
    match: {
      by: "decorator",
      names: [
        "Test",
        "ParameterizedTest",
        "RepeatedTest",
        "TestFactory",
        "TestTemplate",
        "Before*",
        "After*",
        "DataProvider",
        "Theory",
      ],
    },
  },
  {
    id: "junit3-test",
    kind: "test",
    packages: ["junit.framework"],
    match: { by: "base", bases: ["TestCase"], members: "test\\w*|setUp|tearDown" },
  },
];
