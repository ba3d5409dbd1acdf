import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { openApiDocument } from "#lib/service/openapi.ts";
import { operations } from "#lib/service/operations.ts";
import { setUpApi } from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const operation = z.object({
  operationId: z.string(),
  requestBody: z
    .object({
      content: z.object({
        "application/json": z.object({
          examples: z.record(z.string(), z.object({ summary: z.string(), value: z.unknown() })),
        }),
      }),
    })
    .optional(),
});

const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
  .parse(openApiDocument());

const service = setUpTestService();
const api = setUpApi(service);

const examples = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, requestBody }]) =>
    Object.values(requestBody?.content["application/json"].examples ?? {}).map((example) => ({
      ...example,
      operationId,
      method: method.toUpperCase(),
      path: path.replace("/api/v1", "").replace("{gateway}", "gateway_one"),
    })),
  ),
);

test("every operation with a body has an example of each of its forms", () => {
  const forms = operations.flatMap(({ operationId, body, sealedBody }) =>
    [body, sealedBody].flatMap((form) => (form ? [operationId] : [])),
  );
  assert.deepEqual(
    examples.map(({ operationId }) => operationId),
    forms,
  );
});

for (const { operationId, summary, method, path, value } of examples) {
  test(`${operationId}: ${summary}`, async () => {
    const { status, body } = await api.send(method, path, { body: value });
    assert.equal(status, Number(/\d{3}/.exec(summary)?.[0]), JSON.stringify(body));
  });
}
