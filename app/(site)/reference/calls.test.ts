import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import * as jose from "jose";
import { type ApiDocument, listGroups, writeCall } from "#components/site/api-document.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { openApiDocument } from "#lib/service/openapi.ts";
import {
  createApiClient,
  grant,
  paymentBody,
  registerCardholder,
} from "#lib/testing/api-client.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createSigningPair } from "#lib/testing/sign-request.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { checkSignature } from "#lib/wallet/check-signature.ts";

const document = openApiDocument() as ApiDocument;
const endpoints = listGroups(document).flatMap((group) => group.endpoints);

const service = setUpTestService();
/** As a reader of the page sets them. */
let variables: Record<string, string>;
setUp(async () => {
  variables = { SEALSLIP_API_KEY: await createTestKey() };
});

test("the calls of the reference work one after another, as they are copied", async () => {
  const pair = await call("generateKeys", 200);
  variables.publicKey = oneLine(pair.publicKey);
  variables.privateKey = oneLine(pair.privateKey);
  variables.userId = (await call("registerUser", 201)).userId;
  assert.equal((await call("registerUsers", 200)).results.length, 2);
  assert.equal((await call("listUsers", 200)).users.length, 2);
  variables.paymentId = (await call("createPayment", 201)).paymentId;
  assert.equal((await call("getPayment", 200)).status, "succeeded");
  assert.equal((await call("listReceipts", 200)).receipts.length, 1);

  variables.tokenId = (await call("grantAccess", 201)).tokenId;
  const opened = await openAsShown(await call("getEnvelope", 200), pair.privateKey);
  variables.tokenId = (await call("grantAccess", 201)).tokenId;
  assert.deepEqual(await call("decryptReceipt", 200), opened);

  variables.publicKey = oneLine((await call("generateKeys", 200)).publicKey);
  await call("rotateKey", 200);
  await call("eraseUser", 200);
});

test("a payment is signed as the reference shows, and its receipt proves it", async () => {
  const member = await createTestMember();
  const apiKey = await createTestKey({ organizationId: member.organizationId });
  const api = createApiClient(service, apiKey);
  const holder = await registerCardholder(api);
  const pair = await createSigningPair("EdDSA");
  const { kid } = await registerSigningKey(createConsoleClient(service, member), pair);

  const given = {
    signingKeyPem: pair.privateKey.export({ format: "pem", type: "pkcs8" }),
    payment: paymentBody({ recipientHashedPan: holder.hashedPan }),
    kid,
    organizationId: member.organizationId,
    origin: service.url,
    apiKey,
  };
  const answer = (await runAsShown("Signed receipts", given, "answer")) as Response;
  const { data } = await answer.json();
  assert.equal(answer.status, 201);

  const { paymentId } = data;
  const body = { paymentId, tokenId: await grant(api, holder), privateKey: holder.privateKey };
  const receipt = await api.call("POST /api/v1/payments/decrypt", { body });
  const check = checkSignature(openedReceipt.parse(receipt), { environment: "development" });
  assert.equal((await check).state, "valid");
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely; asserting is the test's part
async function call(operationId: string, status: number): Promise<any> {
  const endpoint = endpoints.find((other) => other.operationId === operationId);
  assert.ok(endpoint);
  const { url, init } = readCurl(expand(writeCall(endpoint, service.url)));
  const response = await fetch(url, init);
  const answer = await response.json();
  assert.equal(response.status, status, JSON.stringify(answer));
  return answer.data;
}

/** What a shell makes of it, with a curl that only says what it is given. */
function expand(script: string): string[] {
  const curl = `curl() { for it; do printf '%s\\0' "$it"; done; }`;
  const given = execFileSync("sh", ["-c", `${curl}\n${script}`], {
    env: { NODE_ENV: "test", ...variables },
  });
  return given.toString().split("\0").slice(0, -1);
}

function readCurl(given: string[]): { url: string; init: RequestInit } {
  const after = (option: string) =>
    given.flatMap((value, place) => (given[place - 1] === option ? [value] : []));
  const options = given.filter((value) => value.startsWith("-"));
  const values = options.flatMap(after);
  const [url = ""] = given.filter((value) => !options.includes(value) && !values.includes(value));
  const [body] = after("-d");
  const headers = after("-H").map((line) => line.split(": ") as [string, string]);
  const [method = "GET"] = after("-X");
  return { url, init: { method, headers, ...(body && { body }) } };
}

function oneLine(pem: string): string {
  return pem.replace(/-----.*-----|\n/g, "");
}

async function openAsShown(envelope: unknown, privateKeyPem: string): Promise<unknown> {
  const { paymentId } = variables;
  return await runAsShown("Opening an envelope", { envelope, privateKeyPem, paymentId }, "receipt");
}

/** Runs the JavaScript that the reference shows under a heading; what it calls `result`. */
async function runAsShown(
  topic: string,
  given: Record<string, unknown>,
  result: string,
): Promise<unknown> {
  const [, section = ""] = document.info.description.split(`## ${topic}\n`);
  const shown = /```js\n(.*?)```/s.exec(section)?.[1] ?? "";
  const body = `${shown.replace(/^import (.*) from "jose";/, "const $1 = jose;")}\nreturn ${result};`;
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const run = new AsyncFunction("jose", ...Object.keys(given), body);
  return await run(jose, ...Object.values(given));
}
