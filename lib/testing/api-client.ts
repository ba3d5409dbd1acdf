import { createHash, randomBytes } from "node:crypto";
import type { TestService } from "./test-service.ts";

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely; asserting is the test's part
  body: any;
};

type CallOptions = {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

export type ApiClient = {
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, options?: CallOptions): Promise<Answer>;
};

/** Calls paths below /api/v1, with `key` where the call does not bring its own. */
export function createApiClient(service: Pick<TestService, "url">, key: string): ApiClient {
  const call = async (method: string, path: string, options: CallOptions): Promise<Answer> => {
    const { body } = options;
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: {
        "X-API-Key": options.key ?? key,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    get: (path, options = {}) => call("GET", path, options),
    post: (path, options = {}) => call("POST", path, options),
  };
}

/** The SHA-256 of some card. */
export function randomHashedPan(): string {
  return createHash("sha256").update(randomBytes(16)).digest("hex");
}

/** A valid request body for payment create, unlike any other. */
export function paymentBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const unique = randomBytes(8).toString("hex");
  return {
    receiptId: `rcpt-${unique}`,
    merchantId: "merchant-1",
    merchantName: "Corner Bakery",
    transactionId: `txn-${unique}`,
    transactionDate: "2026-11-20T09:30:00Z",
    currency: "usd",
    recipientHashedPan: randomHashedPan(),
    amount: 1250,
    ...fields,
  };
}

export type TestCardholder = {
  userId: string;
  keyId: string;
  hashedPan: string;
  publicKey: string;
  privateKey: string;
};

/** Generates a key pair and registers a cardholder with it. */
export async function registerCardholder(
  api: ApiClient,
  hashedPan = randomHashedPan(),
): Promise<TestCardholder> {
  const { body: pair } = await api.post("/onboarding/generate-keys");
  const { keyId, publicKey, privateKey } = pair.data;
  const { body } = await api.post("/onboarding/register", {
    body: { hashedPan, publicKey, keyId },
  });
  return { userId: body.data.userId, keyId, hashedPan, publicKey, privateKey };
}

/** A token for the cardholder's key. */
export async function grant(
  api: ApiClient,
  { userId, keyId }: TestCardholder,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await api.post("/keys/grant-access", { body: { userId, keyId, ...fields } });
  return body.data.tokenId;
}
