import type { RootRule } from "../../engine/graph/graph.ts";

/** What starts JavaScript and TypeScript code besides what package.json names. */
export const rootRules: readonly RootRule[] = [
  { id: "js-script", kind: "main", match: { by: "script", isLast: true } },
  {
    id: "nest-handler",
    kind: "framework",
    packages: [
      "@nestjs/common",
      "@nestjs/microservices",
      "@nestjs/websockets",
      "@nestjs/graphql",
      "@nestjs/schedule",
    ],
    match: {
      by: "decorator",
      names: [
        "Get",
        "Post",
        "Put",
        "Patch",
        "Delete",
        "Head",
        "Options",
        "All",
        "Sse",
        "MessagePattern",
        "EventPattern",
        "GrpcMethod",
        "SubscribeMessage",
        "Query",
        "Mutation",
        "Subscription",
        "ResolveField",
        "Cron",
        "Interval",
        "Timeout",
        "OnEvent",
        "Process",
      ],
    },
  },
  {
    id: "nest-lifecycle",
    kind: "framework",
    packages: ["@nestjs/common"],
    match: {
      by: "name",
      level: "member",
      names: ["onModuleInit", "onApplicationBootstrap", "onModuleDestroy", "beforeApplicationShutdown"],
    },
  },
  {
    id: "next-page",
    kind: "framework",
    packages: ["next"],
    match: {
      by: "path",
      path: "(?:^|/)pages/.+\\.[jt]sx?$",
      exports: ["default", "getServerSideProps", "getStaticProps", "getStaticPaths", "config"],
    },
  },
  {
    id: "next-app",
    kind: "framework",
    packages: ["next"],
    match: {
      by: "path",
      path: "(?:^|/)app/(?:.+/)?(?:page|layout|route|template|loading|error|not-found|default|sitemap|robots)\\.[jt]sx?$",
      exports: ["*"],
    },
  },
  {
    id: "next-middleware",
    kind: "framework",
    packages: ["next"],
    match: { by: "path", path: "(?:^|/)(?:middleware|instrumentation)\\.[jt]s$", exports: ["*"] },
  },
  {
    id: "lambda-handler",
    kind: "framework",
    packages: [
      "aws-lambda",
      "@types/aws-lambda",
      "@aws-lambda-powertools/logger",
      "serverless",
      "@middy/core",
      "aws-sdk",
    ],
    match: { by: "name", level: "module", names: ["handler", "lambdaHandler"] },
  },
];
