import assert from "node:assert/strict";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { type Answer, paymentBody, randomHashedPan } from "./api-client.ts";
import type { TestService } from "./test-service.ts";

type CallOptions = { body?: unknown; headers?: Record<string, string> };

export type VisitClient = {
  cookie: string;
  hashedPan: string;
  /** Calls a path below /api as a page of the demo does. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
};

/** Calls a path below /api as a page of the service does; with the cookie of a visit, as that visit. */
export async function callAsPage(
  { url }: Pick<TestService, "url">,
  method: string,
  path: string,
  { body, headers }: CallOptions = {},
): Promise<Answer> {
  const session = headers?.["X-Session"] ?? "visit";
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      Origin: url,
      "X-Session": session,
      ...(session === "visit" ? {} : { "X-Environment": "development" }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A stranger who has opened the demo, with a card that nobody has used yet. */
export async function startVisit(service: Pick<TestService, "url">): Promise<VisitClient> {
  const { status, headers, body } = await callAsPage(service, "POST", "/demo/visit", { body: {} });
  assert.equal(status, 201, JSON.stringify(body));
  return visitWith(service, readSetCookie(headers));
}

export function visitWith(service: Pick<TestService, "url">, cookie: string): VisitClient {
  return {
    cookie,
    hashedPan: randomHashedPan(),
    call: (method, path, { body, headers } = {}) =>
      callAsPage(service, method, path, { body, headers: { Cookie: cookie, ...headers } }),
  };
}

export function readSetCookie(headers: Headers): string {
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

export async function payAsVisit(visit: VisitClient, fields: object = {}): Promise<Answer> {
  const body = paymentBody({ recipientHashedPan: visit.hashedPan, amount: 980, ...fields });
  return await visit.call("POST", "/v1/payments/gateway_one/create", { body });
}

export type VisitedUser = { userId: string; keyId: string; privateKey: string };

export async function registerAsVisit(visit: VisitClient): Promise<VisitedUser> {
  const { publicKey, privateKey, keyId } = await generateKeyPair();
  const body = { hashedPan: visit.hashedPan, publicKey, keyId };
  const answer = await visit.call("POST", "/v1/onboarding/register", { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { userId: answer.body.data.userId, keyId, privateKey };
}

/** Grants access, gets the envelope, and opens it: the receipt. */
export async function openAsVisit(
  visit: VisitClient,
  { userId, keyId, privateKey }: VisitedUser,
  paymentId: string,
): Promise<Record<string, unknown>> {
  const body = { userId, keyId, paymentId };
  const grant = await visit.call("POST", "/v1/keys/grant-access", { body });
  assert.equal(grant.status, 201, JSON.stringify(grant.body));
  const { tokenId } = grant.body.data;
  const envelope = await visit.call("POST", "/v1/payments/envelope", {
    body: { paymentId, tokenId },
  });
  assert.equal(envelope.status, 200, JSON.stringify(envelope.body));
  const key = await importPrivateKey(privateKey);
  return await openReceipt({ sealed: envelope.body.data, paymentId, privateKey: key });
}
