import assert from "node:assert/strict";
import { test } from "node:test";
import { openApiDocument } from "#lib/service/openapi.ts";
import { operations } from "#lib/service/operations.ts";
import { type ApiDocument, listExamples, listGroups, writeCall } from "./api-document.ts";

const document = openApiDocument() as ApiDocument;
const endpoints = listGroups(document).flatMap((group) => group.endpoints);
const endpointOf = (id: string) => {
  const endpoint = endpoints.find(({ operationId }) => operationId === id);
  assert.ok(endpoint);
  return endpoint;
};
const callOf = (id: string) => writeCall(endpointOf(id), "https://receipts.example");

test("every endpoint of the document stands in a group, once", () => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const ids = endpoints.map(({ operationId }) => operationId);
  assert.deepEqual(ids.toSorted(), all.map(({ operationId }) => operationId).toSorted());
});

test("what a path leaves open is a variable of the shell", () => {
  assert.equal(
    callOf("listReceipts"),
    'curl "https://receipts.example/api/v1/receipts/$userId" \\\n  -H "X-API-Key: $SEALSLIP_API_KEY"',
  );
});

test("nobody is told to send a key where none is asked for", () => {
  assert.equal(callOf("health"), 'curl "https://receipts.example/api/health"');
});

for (const { operationId, body } of operations.filter((operation) => operation.body)) {
  test(`the body of ${operationId} is an example that the contract accepts`, () => {
    const call = callOf(operationId);
    const text = call.slice(call.indexOf("-d '") + 4, -1);
    // As a shell does it, with variables that have their own names for values.
    const sent = JSON.parse(text.replace(/'"\$(\w+)"'/g, "$1"));
    assert.deepEqual(body?.safeParse(sent).error, undefined);
  });
}

for (const { operationId, sealedBody } of operations.filter((operation) => operation.sealedBody)) {
  test(`the sealed body of ${operationId} is an example that the contract accepts`, () => {
    const [, sealed] = listExamples(endpointOf(operationId));
    assert.deepEqual(sealedBody?.safeParse(sealed).error, undefined);
    const call = writeCall(endpointOf(operationId), "https://receipts.example", 1);
    assert.match(
      call,
      /"reservation": "'"\$reservation"'",\n {2}"sealedReceipt": '"\$sealedReceipt"'\n/,
    );
  });
}
