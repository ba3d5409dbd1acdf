import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Answer, ApiClient } from "./api-client.ts";

export type Place = { method: "get" | "post" | "patch" | "delete"; path: string };

/** The service's OpenAPI document, and what its answers and requests are held against. */
export async function fetchApiDocument(api: ApiClient) {
  const ajv = new Ajv2020({
    // The whole document is the schema: most of its keywords are OpenAPI's.
    strict: false,
    allErrors: true,
    formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) },
  });
  const document: Answer["body"] = (await api.get("/openapi.json")).body;
  ajv.addSchema(document, "openapi");

  /** Holds a value against the schema at this JSON pointer (RFC 6901) of the document. */
  function findMismatch(steps: string[], value: unknown): string | undefined {
    const pointer = steps.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
    const validate = ajv.getSchema(`openapi#/${pointer}`);
    assert.ok(validate, `the document has nothing at ${pointer}`);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  }

  function assertDocumented(answer: Answer, { method, path }: Place, status: number): void {
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    const place = ["paths", path, method, "responses", String(status), "content"];
    const mismatch = findMismatch([...place, "application/json", "schema"], answer.body);
    assert.equal(mismatch, undefined, `${method} ${path} ${status}: ${mismatch}`);
    const { headers } = document.paths[path][method].responses[status];
    assertHeaders(answer, headers, `${method} ${path} ${status}`);
  }

  /** Those that a caller goes by are documented where they are sent, and sent where they are promised. */
  function assertHeaders(
    { headers: sent }: Answer,
    documented: Record<string, { $ref?: string; required?: boolean }>,
    place: string,
  ): void {
    const names = Object.keys(documented).map((name) => name.toLowerCase());
    for (const name of ["x-payment-id", "idempotent-replayed", "retry-after"]) {
      assert.ok(!sent.has(name) || names.includes(name), `${place}: ${name} is not documented`);
    }
    for (const [name, header] of Object.entries(documented)) {
      const shared = header.$ref?.replace("#/components/headers/", "");
      const { required } = shared ? document.components.headers[shared] : header;
      assert.ok(!required || sent.has(name), `${place}: ${name} is not sent`);
    }
  }

  return { findMismatch, assertDocumented };
}
