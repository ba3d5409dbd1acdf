import assert from "node:assert/strict";
import { test } from "node:test";
import { type ApiDocument, listGroups } from "#components/site/api-document.ts";
import { toSnakeCase } from "#components/site/client-methods.ts";
import { writePython, writeSetup, writeTypeScript } from "#components/site/write-samples.ts";
import { createClient } from "#lib/client/create-client.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openApiDocument } from "#lib/service/openapi.ts";
import { lacksCryptography, runPython } from "#lib/testing/python.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const document = openApiDocument() as ApiDocument;
const endpoints = listGroups(document).flatMap((group) => group.endpoints);
const service = setUpTestService();

const receipt = { merchantName: "Corner Bakery", amount: 1250, currency: "eur" };

test("the TypeScript samples of the reference work one after another", async () => {
  const client = createClient({ baseUrl: service.url, apiKey: await createTestKey() });
  const variables: Record<string, unknown> = { receipt };
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely; asserting is the test's part
  const run = async (operationId: string, form = 0): Promise<any> => {
    const sample = writeTypeScript(endpointOf(operationId), form);
    const entries: unknown[] = [];
    const given = { client, sealReceipt, console: { log: (it: unknown) => entries.push(it) } };
    const all = { ...given, ...variables };
    const result = sample?.includes("const answer") ? "answer" : "undefined";
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
    const code = new AsyncFunction(...Object.keys(all), `${sample}\nreturn ${result};`);
    return (await code(...Object.values(all))) ?? entries;
  };

  for (const { id, form, keep } of chain) {
    const answer = await run(id, form);
    assert.ok(answer !== undefined, id);
    for (const [name, path] of Object.entries(keep ?? {})) {
      variables[name] = path.split(".").reduce((part, key) => Reflect.get(part, key), answer);
      assert.ok(variables[name], `${id}: ${path}`);
    }
  }
});

test("the Python samples of the reference work one after another", {
  skip: lacksCryptography(),
}, async () => {
  const apiKey = await createTestKey({ environment: "staging" });
  const program = [
    'import sys, json; sys.path.insert(0, "packages/python")',
    "from sealslip import seal_receipt",
    writeSetup(service.url).py.replace('os.environ["SEALSLIP_API_KEY"]', JSON.stringify(apiKey)),
    `receipt = ${JSON.stringify(receipt)}`,
    ...chain.flatMap(({ id, form, keep = {} }) => {
      const sample = writePython(endpointOf(id), form) ?? "";
      const isList = sample.startsWith("for ");
      const kept = Object.entries(keep).map(([name, path]) => {
        const keys = path.split(".").map((key) => (/^\d+$/.test(key) ? `[${key}]` : `["${key}"]`));
        return `${toSnakeCase(name)} = ${isList ? "entries" : "answer"}${keys.join("")}`;
      });
      const gathered = sample.replace("    print(entry)", "    entries.append(entry)");
      return [...(isList ? ["entries = []"] : []), gathered, ...kept, `print("${id}")`];
    }),
  ].join("\n");
  const printed = await runPython(["-c", program]);
  assert.deepEqual(
    printed.trim().split("\n"),
    chain.map(({ id }) => id),
  );
});

type Link = { id: string; form?: number; keep?: Record<string, string> };

const access = { tokenId: "tokenId" };

/** In the order of a reader who tries them; each needs only what earlier ones have answered. */
const chain: Link[] = [
  { id: "generateKeys", keep: { publicKey: "publicKey", privateKey: "privateKey" } },
  { id: "registerUser", keep: { userId: "userId" } },
  { id: "listUsers" },
  { id: "createPayment", keep: { paymentId: "paymentId" } },
  { id: "getPayment" },
  { id: "findPayments" },
  { id: "listReceipts" },
  { id: "grantAccess", keep: access },
  { id: "getEnvelope" },
  { id: "grantAccess", keep: access },
  { id: "decryptReceipt" },
  { id: "preparePayment", keep: { reservation: "reservations.0" } },
  { id: "createPayment", form: 1, keep: { paymentId: "paymentId" } },
  { id: "refundPayment" },
  { id: "listRefunds" },
  { id: "cancelPayment" },
  { id: "cancelByReference" },
  { id: "generateKeys", keep: { publicKey: "publicKey" } },
  { id: "addKey" },
  { id: "listKeys" },
  { id: "registerIdentifier", keep: { identifierId: "identifierId" } },
  { id: "listIdentifiers" },
  { id: "endIdentifier" },
  { id: "listEvents" },
  { id: "createWebhookEndpoint", keep: { endpointId: "endpointId" } },
  { id: "listWebhookEndpoints" },
  { id: "getWebhookEndpoint" },
  { id: "changeWebhookEndpoint" },
  { id: "listWebhookDeliveries" },
  { id: "rotateWebhookSecret" },
  { id: "deleteWebhookEndpoint" },
  { id: "eraseUser" },
];

function endpointOf(operationId: string) {
  const endpoint = endpoints.find((other) => other.operationId === operationId);
  assert.ok(endpoint, operationId);
  return endpoint;
}
