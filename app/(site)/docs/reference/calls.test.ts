import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import * as jose from "jose";
import { z } from "zod";
import { type ApiDocument, listGroups, writeCall } from "#components/site/api-document.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openApiDocument } from "#lib/service/openapi.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

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

  const [reservation] = (await call("preparePayment", 200)).reservations;
  const receipt = { merchantName: "Corner Bakery", amount: 1250, currency: "eur" };
  const sealed = await sealReceipt(reservation, receipt);
  variables.reservation = sealed.reservation;
  variables.sealedReceipt = JSON.stringify(sealed.sealedReceipt);
  variables.paymentId = (await call("createPayment", 201, 1)).paymentId;
  variables.tokenId = (await call("grantAccess", 201)).tokenId;
  const fromTill = await openAsShown(await call("getEnvelope", 200), pair.privateKey);
  const { sealedTo, ...expected } = z.looseObject({ sealedTo: z.string() }).parse(fromTill);
  assert.deepEqual(expected, { ...receipt, paymentId: variables.paymentId, sealedAt: "till" });
  const jwk = await jose.exportJWK(await jose.importSPKI(pair.publicKey, "RSA-OAEP-256"));
  assert.equal(sealedTo, await jose.calculateJwkThumbprint(jwk));

  variables.publicKey = oneLine((await call("generateKeys", 200)).publicKey);
  await call("rotateKey", 200);
  await call("eraseUser", 200);
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely; asserting is the test's part
async function call(operationId: string, status: number, form = 0): Promise<any> {
  const endpoint = endpoints.find((other) => other.operationId === operationId);
  assert.ok(endpoint);
  const { url, init } = readCurl(expand(writeCall(endpoint, service.url, form)));
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
  const body = `${shown.replace(/^import (.*) from "jose";/gm, "const $1 = jose;")}\nreturn ${result};`;
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const run = new AsyncFunction("jose", ...Object.keys(given), body);
  return await run(jose, ...Object.values(given));
}
