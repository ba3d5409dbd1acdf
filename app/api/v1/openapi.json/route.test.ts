import assert from "node:assert/strict";
import { glob } from "node:fs/promises";
import { join, sep } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required: boolean; schema: Json };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security?: Json[];
  parameters?: Parameter[];
  requestBody?: { content: Json };
  responses: Record<string, { description: string; headers?: Json; content: Json }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string }[];
  security: Json[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Json; securitySchemes: Record<string, Json> };
};

const apiFolder = join(import.meta.dirname, "../..");

const service = setUpTestService();
let response: Response;
let document: Document;
setUp(async () => {
  response = await fetch(`${service.url}/api/v1/openapi.json`);
  document = await response.clone().json();
});

function listOperations(): { name: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );
}

/** `GET /api/v1/receipts/{userId}` for every handler below app/api/`folder`. */
async function listHandlers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(`${folder}/route.ts`, { cwd: apiFolder })) {
    const module: Json = await import(pathToFileURL(join(apiFolder, file)).href);
    const path = file.split(sep).slice(0, -1).join("/").replaceAll("[", "{").replaceAll("]", "}");
    const methods = Object.keys(module).filter((name) => /^[A-Z]+$/.test(name));
    found.push(...methods.map((method) => `${method} /api/${path}`));
  }
  return found.sort();
}

function* walk(value: unknown): Generator<Json> {
  if (typeof value !== "object" || value === null) return;
  yield value as Json;
  for (const child of Object.values(value)) yield* walk(child);
}

function resolve(reference: string): unknown {
  assert.match(reference, /^#\//);
  return reference
    .slice(2)
    .split("/")
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((node, step) => (node as Json | undefined)?.[step], document);
}

test("200 without a key: the document itself, as JSON", () => {
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  assert.match(document.openapi, /^3\.1\.\d+$/);
  assert.ok(document.info.title && document.info.version);
});

describe("the document and the routes", () => {
  test("each route below /api/v1 is an operation, and each operation a route", async () => {
    const documented = listOperations().filter(({ path }) => path.startsWith("/api/v1/"));
    assert.deepEqual(documented.map(({ name }) => name).sort(), await listHandlers("v1/**"));
  });

  test("what else is documented exists", async () => {
    const handlers = await listHandlers("**");
    const others = listOperations().filter(({ path }) => !path.startsWith("/api/v1/"));
    for (const { name } of others) assert.ok(handlers.includes(name), name);
  });

  test("the endpoints of the contract are all there", () => {
    const names = new Set(listOperations().map(({ name }) => name));
    for (const name of [
      "POST /api/v1/onboarding/generate-keys",
      "POST /api/v1/onboarding/register",
      "POST /api/v1/onboarding/register/batch",
      "GET /api/v1/users",
      "POST /api/v1/payments/{gateway}/create",
      "POST /api/v1/keys/grant-access",
      "POST /api/v1/payments/decrypt",
      "GET /api/v1/receipts/{userId}",
      "POST /api/v1/payments/envelope",
      "GET /api/v1/payments/{gateway}/{paymentId}",
      "POST /api/v1/keys/rotate",
      "DELETE /api/v1/users/{userId}",
      "GET /api/v1/openapi.json",
      "GET /api/health",
      "GET /api/ready",
    ]) {
      assert.ok(names.has(name), name);
    }
  });
});

describe("the structure of OpenAPI 3.1", () => {
  test("every reference resolves", () => {
    const references = [...walk(document)].flatMap(({ $ref }) =>
      $ref === undefined ? [] : [$ref],
    );
    assert.ok(references.length > 20);
    for (const reference of references) {
      assert.notEqual(resolve(String(reference)), undefined, String(reference));
    }
  });

  test("operation ids are unique, tags are declared, summaries are there", () => {
    const operations = listOperations();
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { name, operation } of operations) {
      assert.ok(operation.summary, name);
      for (const tag of operation.tags) assert.ok(tags.has(tag), `${name}: ${tag}`);
    }
  });

  test("path parameters are those of the path, and required", () => {
    for (const { name, path, operation } of listOperations()) {
      const parameters = operation.parameters ?? [];
      const inPath = parameters.filter((parameter) => parameter.in === "path");
      const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      assert.deepEqual(inPath.map((parameter) => parameter.name).sort(), inTemplate.sort(), name);
      assert.ok(inPath.every(({ required }) => required));
      for (const parameter of parameters) {
        assert.match(parameter.in, /^(path|query|header)$/, name);
        assert.equal(typeof parameter.schema, "object", name);
      }
    }
  });

  test("each answer has a description, the headers of every answer, and a JSON body", () => {
    for (const { name, operation } of listOperations()) {
      const answers = Object.entries(operation.responses);
      assert.ok(
        answers.some(([status]) => status.startsWith("2")),
        name,
      );
      for (const [status, answer] of answers) {
        assert.match(status, /^[2-5]\d\d$/);
        assert.ok(answer.description, `${name} ${status}`);
        assert.deepEqual(Object.keys(answer.content), ["application/json"]);
        for (const header of ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Reset"]) {
          assert.ok(answer.headers?.[header], `${name} ${status} ${header}`);
        }
      }
    }
  });

  test("a key is needed everywhere but for health checks and the document", () => {
    const schemes = document.components.securitySchemes;
    for (const name of document.security.flatMap((entry) => Object.keys(entry))) {
      assert.deepEqual(schemes[name], { type: "apiKey", in: "header", name: "X-API-Key" });
    }
    assert.ok(document.security.length > 0);
    const open = listOperations().filter(({ operation }) => operation.security?.length === 0);
    assert.deepEqual(open.map(({ path }) => path).sort(), [
      "/api/health",
      "/api/ready",
      "/api/v1/openapi.json",
    ]);
  });

  test("operations with a key document 401, 403 and 429; those with a body 400, 413 and 415", () => {
    for (const { name, operation } of listOperations()) {
      const documented = Object.keys(operation.responses);
      const expected = [
        ...(operation.security?.length === 0 ? [] : ["401", "403", "429"]),
        ...(operation.requestBody ? ["400", "413", "415"] : []),
      ];
      for (const status of expected) assert.ok(documented.includes(status), `${name} ${status}`);
    }
  });
});
