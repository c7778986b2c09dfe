import type { RootRule } from "../../engine/graph/graph.ts";

const anyMethod = ["Any", "Handle", "Match", "Use", "Group", "With"] as const;
const upper = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE"] as const;
const capital = [
  "Get",
  "Post",
  "Put",
  "Patch",
  "Delete",
  "Head",
  "Options",
  "Connect",
  "Trace",
  "All",
] as const;

/** What starts Go code besides what go.mod says. */
export const rootRules: readonly RootRule[] = [
  { id: "go-main", kind: "main", match: { by: "name", level: "module", names: ["main"], inPackage: "main" } },
  {
    id: "go-http-handler",
    kind: "framework",
    packages: ["net/http"],
    match: { by: "name", level: "member", names: ["ServeHTTP"] },
  },
  {
    id: "go-http-route",
    kind: "framework",
    packages: ["net/http", "github.com/gorilla/mux", "github.com/julienschmidt/httprouter"],
    match: {
      by: "argument",
      receivers: [],
      calls: [
        "HandleFunc",
        "Handle",
        "HandlerFunc",
        "Handler",
        "NotFound",
        "ListenAndServe*",
        "Use",
        ...upper,
      ],
    },
  },
  {
    id: "gin-route",
    kind: "framework",
    packages: ["github.com/gin-gonic/gin"],
    match: {
      by: "argument",
      receivers: [],
      calls: [...upper, ...anyMethod, "NoRoute", "NoMethod", "WrapF", "WrapH"],
    },
  },
  {
    id: "echo-route",
    kind: "framework",
    packages: ["github.com/labstack/echo"],
    match: {
      by: "argument",
      receivers: [],
      calls: [...upper, ...anyMethod, "Add", "Pre", "RouteNotFound", "WrapHandler"],
    },
  },
  {
    id: "chi-route",
    kind: "framework",
    packages: ["github.com/go-chi/chi"],
    match: {
      by: "argument",
      receivers: [],
      calls: [
        ...capital,
        ...anyMethod,
        "Method",
        "MethodFunc",
        "HandleFunc",
        "Route",
        "Mount",
        "NotFound",
        "MethodNotAllowed",
      ],
    },
  },
  {
    id: "fiber-route",
    kind: "framework",
    packages: ["github.com/gofiber/fiber"],
    match: { by: "argument", receivers: [], calls: [...capital, ...anyMethod, "Add", "Route", "Mount"] },
  },
  {
    id: "cobra-command",
    kind: "framework",
    packages: ["github.com/spf13/cobra", "github.com/urfave/cli"],
    isImported: true,
    match: {
      by: "field",
      names: [
        "Run",
        "RunE",
        "PreRun",
        "PreRunE",
        "PostRun",
        "PostRunE",
        "PersistentPreRun",
        "PersistentPreRunE",
        "PersistentPostRun",
        "PersistentPostRunE",
        "ValidArgsFunction",
        "Args",
        "Action",
        "Before",
        "After",
        "OnUsageError",
        "BashComplete",
      ],
    },
  },
  {
    id: "cobra-hook",
    kind: "framework",
    packages: ["github.com/spf13/cobra"],
    match: {
      by: "argument",
      receivers: [],
      calls: ["OnInitialize", "OnFinalize", "SetUsageFunc", "SetHelpFunc", "RegisterFlagCompletionFunc"],
    },
  },
  {
    id: "grpc-service",
    kind: "framework",
    packages: ["google.golang.org/grpc"],
    match: {
      by: "argument",
      receivers: [],
      calls: ["Register*Server", "RegisterService", "UnaryInterceptor", "StreamInterceptor"],
    },
  },
  {
    id: "lambda-handler",
    kind: "framework",
    packages: ["github.com/aws/aws-lambda-go"],
    match: {
      by: "argument",
      receivers: [],
      calls: ["Start", "StartWithOptions", "StartHandler", "StartHandlerFunc"],
    },
  },
  {
    id: "go-test",
    kind: "test",
    match: {
      by: "name",
      level: "module",
      names: ["^(?:Test|Benchmark|Example|Fuzz)(?:$|[^a-z])"],
      inPath: "_test\\.go$",
    },
  },
];
