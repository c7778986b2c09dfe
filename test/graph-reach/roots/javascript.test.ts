import { testRoots } from "./root-samples.ts";

const manifest = (more: object): string => JSON.stringify({ name: "p", ...more });

testRoots("JavaScript and TypeScript", {
  "package.json main": {
    files: {
      "package.json": manifest({ main: "lib/a.js" }),
      "lib/a.js": "exports.f = function () {};\n",
      "b.js": "exports.g = 1;\n",
    },
    rule: "package.json main",
    kind: "manifest",
    marks: ["lib/a.js", "lib/a.js//f"],
  },
  "package.json without main: index.js": {
    files: { "package.json": manifest({}), "index.js": "exports.f = function () {};\n", "b.js": "b();\n" },
    rule: "package.json main",
    kind: "manifest",
    marks: ["index.js", "index.js//f"],
  },
  "package.json module": {
    files: { "package.json": manifest({ module: "a.mjs" }), "a.mjs": "export const f = () => 1;\n" },
    rule: "package.json module",
    kind: "manifest",
    marks: ["a.mjs", "a.mjs//f"],
  },
  "package.json bin, one or several": {
    files: {
      "package.json": manifest({ bin: { p: "./bin/p.js", q: "bin/q.ts" } }),
      "bin/p.js": "function f() {}\nf();\n",
      "bin/q.ts": "export {};\n",
      "one/package.json": manifest({ bin: "./r.js" }),
      "one/r.js": "console.log(1);\n",
    },
    rule: "package.json bin",
    kind: "manifest",
    marks: ["bin/p.js", "bin/q.ts", "one/r.js"],
  },
  "package.json exports: conditions, paths and patterns": {
    files: {
      "package.json": manifest({
        exports: {
          ".": { types: "./src/index.d.ts", import: "./src/index.js", require: "./src/index.cjs" },
          "./parts/*": "./src/parts/*.js",
          "./parts/secret/*": null,
        },
      }),
      "src/index.js": "export { f } from './f.js';\n",
      "src/f.js": "export class F { go() {} }\nexport function f() {}\n",
      "src/index.cjs": "exports.g = () => 1;\n",
      "src/parts/one.js": "export function one() {}\n",
      "src/parts/deep/two.js": "export function two() {}\n",
      "src/parts/secret/three.js": "export function three() {}\n",
      "src/other.js": "export function other() {}\n",
    },
    rule: "package.json exports",
    kind: "manifest",
    marks: [
      "src/index.js",
      "src/f.js//f",
      "src/index.cjs",
      "src/index.cjs//g",
      "src/parts/one.js",
      "src/parts/one.js//one",
      "src/parts/deep/two.js",
      "src/parts/deep/two.js//two",
    ],
  },
  "package.json exports: a class with what it shows": {
    files: {
      "package.json": manifest({ exports: "./a.ts" }),
      "a.ts":
        "export class A { constructor() {} go() {} private stay() {} }\nclass B { go() {} }\nnew B();\n",
    },
    rule: "package.json exports",
    kind: "manifest",
    marks: ["a.ts", "a.ts//A", "a.ts//A//constructor", "a.ts//A//go"],
  },
  "package.json scripts": {
    files: {
      "package.json": manifest({
        scripts: {
          start: "NODE_ENV=production node --max-old-space-size=4096 server.js",
          dev: "nodemon --watch src src/dev.js",
          seed: "npm run build && tsx scripts/seed.ts --all",
          lint: "eslint lint.js",
        },
      }),
      "server.js": "run();\n",
      "src/dev.js": "run();\n",
      "scripts/seed.ts": "run();\n",
      "lint.js": "run();\n",
    },
    rule: "package.json scripts",
    kind: "manifest",
    marks: ["server.js", "src/dev.js", "scripts/seed.ts"],
  },
  Express: {
    files: {
      "routes.js":
        "const express = require('express');\nconst { list } = require('./list');\nfunction guard(req, res, next) {}\nfunction spare() {}\n" +
        "module.exports = function mount() {\n  const router = express.Router();\n  router.get('/', guard, list);\n" +
        "  router.use((req, res) => spare);\n  return router;\n};\n",
      "list.js": "exports.list = (req, res) => {};\nexports.other = () => {};\n",
    },
    rule: "express-route",
    kind: "framework",
    marks: ["routes.js//mount", "routes.js//guard", "list.js//list"],
    needs: "express",
  },
  "Express: calls that only look as a route, in a project that depends on it": {
    files: {
      "package.json": manifest({ main: "a.js", dependencies: { express: "4" } }),
      "a.js":
        "function make() {}\nmodule.exports = (cache) => {\n  cache.get('x', make);\n  cache.all(make);\n  new Map().get(make);\n};\n",
    },
    rule: "express-route",
    kind: "framework",
    marks: [],
  },
  Fastify: {
    files: {
      "package.json": manifest({ dependencies: { fastify: "4" } }),
      "plugin.js":
        "function list(request, reply) {}\nfunction check() {}\nmodule.exports = async function plugin(fastify) {\n" +
        "  fastify.addHook('onRequest', check);\n  fastify.get('/', list);\n};\n",
    },
    rule: "fastify-route",
    kind: "framework",
    marks: ["plugin.js//list", "plugin.js//check"],
    needs: "fastify",
  },
  "Fastify, a route as an object": {
    files: {
      "plugin.ts":
        "import type { FastifyInstance } from 'fastify';\nfunction list() {}\nfunction before() {}\n" +
        "export function plugin(app: FastifyInstance) {\n  app.route({ method: 'GET', url: '/', preHandler: [before], handler: list });\n}\n",
    },
    rule: "fastify-route",
    kind: "framework",
    marks: ["plugin.ts//list", "plugin.ts//before"],
    needs: "fastify",
  },
  Koa: {
    files: {
      "app.js":
        "const Koa = require('koa');\nconst Router = require('@koa/router');\nasync function list(ctx) {}\nasync function log(ctx, next) {}\n" +
        "function make() {\n  const app = new Koa();\n  const router = new Router();\n  router.get('/', list);\n  app.use(log);\n  return app;\n}\n",
    },
    rule: "koa-route",
    kind: "framework",
    marks: ["app.js//list", "app.js//log"],
    needs: ["@koa/router", "koa"],
  },
  Hono: {
    files: {
      "app.ts":
        "import { Hono } from 'hono';\nconst list = (c: any) => c.text('x');\nfunction make() {\n  const app = new Hono();\n  app.get('/', list);\n  return app;\n}\n",
    },
    rule: "hono-route",
    kind: "framework",
    marks: ["app.ts//list"],
    needs: "hono",
  },
  NestJS: {
    files: {
      "cat.controller.ts":
        "import { Controller, Get, OnModuleInit } from '@nestjs/common';\n@Controller('cats')\nexport class Cats implements OnModuleInit {\n" +
        "  constructor(private readonly service: any) {}\n  @Get()\n  list() { return this.helper(); }\n  helper() {}\n  spare() {}\n}\n",
    },
    rule: "nest-handler",
    kind: "framework",
    marks: ["cat.controller.ts//Cats//list"],
    needs: "@nestjs/common",
  },
  "NestJS: what it makes instances of": {
    files: {
      "cat.service.ts":
        "import { Injectable } from '@nestjs/common';\n@Injectable()\nexport class Cats {\n  constructor() {}\n  find() {}\n}\nexport class Dogs { constructor() {} }\n",
    },
    rule: "nest-component",
    kind: "framework",
    marks: ["cat.service.ts//Cats", "cat.service.ts//Cats//constructor"],
    needs: "@nestjs/common",
  },
  "NestJS: what it calls by its name": {
    files: {
      "cat.guard.ts":
        "import { CanActivate, OnModuleInit } from '@nestjs/common';\nexport class Guard implements CanActivate, OnModuleInit {\n  canActivate() { return true; }\n  onModuleInit() {}\n  spare() {}\n}\nexport class Other { canActivate() {} }\n",
    },
    rule: "nest-contract",
    kind: "framework",
    marks: ["cat.guard.ts//Guard", "cat.guard.ts//Guard//canActivate", "cat.guard.ts//Guard//onModuleInit"],
    needs: "@nestjs/common",
  },
  "Next.js pages": {
    files: {
      "package.json": manifest({ dependencies: { next: "14" } }),
      "src/pages/index.tsx":
        "export default function Page() { return null; }\nexport async function getServerSideProps() {}\nexport function helper() {}\n",
    },
    rule: "next-page",
    kind: "framework",
    marks: ["src/pages/index.tsx", "src/pages/index.tsx//Page", "src/pages/index.tsx//getServerSideProps"],
    needs: "next",
  },
  "Next.js app routes": {
    files: {
      "package.json": manifest({ dependencies: { next: "14" } }),
      "app/api/cats/route.ts": "export async function GET() {}\nfunction helper() {}\nhelper;\n",
      "app/page.tsx": "export default function Page() { return null; }\n",
      "app/other.tsx": "export default function Other() { return null; }\n",
    },
    rule: "next-app",
    kind: "framework",
    marks: ["app/api/cats/route.ts", "app/api/cats/route.ts//GET", "app/page.tsx", "app/page.tsx//Page"],
    needs: "next",
  },
  "Next.js server actions": {
    files: {
      "package.json": manifest({ dependencies: { next: "14" } }),
      "middleware.ts": "export function middleware() {}\n",
    },
    rule: "next-middleware",
    kind: "framework",
    marks: ["middleware.ts", "middleware.ts//middleware"],
    needs: "next",
  },
  "Lambda, as its types or a manifest say": {
    files: {
      "package.json": manifest({ devDependencies: { "@types/aws-lambda": "8" } }),
      "src/f.ts": "export const handler = async (event: unknown) => event;\nexport const other = () => 1;\n",
    },
    rule: "lambda-handler",
    kind: "framework",
    marks: ["src/f.ts//handler"],
    needs: "@types/aws-lambda",
  },
  "jest, vitest and mocha by the path of the file": {
    files: {
      "src/a.test.ts": "import { f } from './a';\ntest('a', () => f());\n",
      "src/__tests__/b.js": "describe('b', () => {});\n",
      "test/c.js": "it('c', () => {});\n",
      "src/a.ts": "export function f() {}\n",
      "src/contest.ts": "export function g() {}\n",
    },
    rule: "test file",
    kind: "test",
    marks: ["src/a.test.ts", "src/__tests__/b.js", "test/c.js"],
  },
  "vitest, wherever the file lies": {
    files: {
      "src/check.ts": "import { test } from 'vitest';\ntest('a', () => {});\n",
      "src/other.ts": "export const a = 1;\n",
    },
    rule: "js-test",
    kind: "test",
    marks: ["src/check.ts"],
    needs: "vitest",
  },
  "node:test, wherever the file lies": {
    files: {
      "src/check.mjs": "import test from 'node:test';\ntest('a', () => {});\n",
      "package.json": manifest({ dependencies: { vitest: "1" } }),
      "src/other.ts": "export const a = 1;\n",
    },
    rule: "js-test",
    kind: "test",
    marks: ["src/check.mjs"],
    needs: "node:test",
  },
  "jest and mocha, imported": {
    files: {
      "src/a.js": "const { test } = require('@jest/globals');\ntest('a', () => {});\n",
      "src/b.js": "const { it } = require('mocha');\nit('a', () => {});\n",
    },
    rule: "js-test",
    kind: "test",
    marks: ["src/a.js", "src/b.js"],
    needs: ["@jest/globals", "mocha"],
  },
  "a script that nothing imports, where nothing else says where the project starts": {
    files: { "run.js": "const { f } = require('./f');\nf();\n", "f.js": "exports.f = () => 1;\n" },
    rule: "js-script",
    kind: "main",
    marks: ["run.js"],
  },
});
