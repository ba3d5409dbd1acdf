import { createHash, randomBytes } from "node:crypto";
import type { Sent } from "#lib/browser/api.ts";
import { type Caller, callerFor } from "./caller-for.ts";
import { setUp } from "./set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  type TestKeyOptions,
  type TestService,
} from "./test-service.ts";

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
  send(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The typed call, for what is to succeed: `call("POST /api/v1/keys/grant-access", { body })`. */
  call: Caller;
};

/** The same with the key and its organization, which are there when the first test runs. */
export type KeyedClient = ApiClient & { key: string; organizationId: string };

/**
 * A client for the tests of this suite, with a key of an organization of its own, or of the
 * `member`'s.
 */
export function setUpApi(
  service: Pick<TestService, "url">,
  { member, tier, ...options }: TestKeyOptions & { member?: { organizationId: string } } = {},
): KeyedClient {
  const keyed = { key: "", organizationId: "" };
  setUp(async () => {
    keyed.organizationId = member?.organizationId ?? (await createTestOrganization(tier));
    keyed.key = await createTestKey({ ...options, organizationId: keyed.organizationId });
  });
  return Object.assign(keyed, createApiClient(service, keyed));
}

/** Calls paths below /api/v1, with `key` where the call does not bring its own. */
export function createApiClient(
  service: Pick<TestService, "url">,
  key: string | { key: string },
): ApiClient {
  const call = async (method: string, path: string, options: CallOptions): Promise<Answer> => {
    const { body } = options;
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: {
        "X-API-Key": options.key ?? (typeof key === "string" ? key : key.key),
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
    send: (method, path, options = {}) => call(method, path, options),
    call: callerFor(service, key),
  };
}

/** The SHA-256 of some card. */
export function randomHashedPan(): string {
  return createHash("sha256").update(randomBytes(16)).digest("hex");
}

export type PaymentBody = Sent<"POST /api/v1/payments/{gateway}/create", "body">;

/** A valid request body for payment create, unlike any other, but for `fields`. */
export function paymentBody(fields: Record<string, unknown> = {}): PaymentBody {
  const unique = uniqueSuffix();
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

/** Letters alone: digits in a row may look like a card number, which the service refuses. */
function uniqueSuffix(): string {
  return randomBytes(8)
    .toString("hex")
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
}

type RefundBody = Sent<"POST /api/v1/payments/{gateway}/{paymentId}/refunds", "body">;

/** A valid request body for a refund of all that is left, unlike any other, but for `fields`. */
export function refundBody(fields: Record<string, unknown> = {}): RefundBody {
  const unique = uniqueSuffix();
  return {
    refundReference: `return-${unique}`,
    receiptId: `credit-${unique}`,
    transactionId: `refund-txn-${unique}`,
    transactionDate: "2026-11-22T10:00:00Z",
    merchantName: "Corner Bakery",
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
  api: Pick<ApiClient, "call">,
  hashedPan = randomHashedPan(),
): Promise<TestCardholder> {
  const { keyId, publicKey, privateKey } = await api.call("POST /api/v1/onboarding/generate-keys");
  const body = { hashedPan, publicKey, keyId };
  const { userId } = await api.call("POST /api/v1/onboarding/register", { body });
  return { userId, keyId, hashedPan, publicKey, privateKey };
}

/** A cardholder for the tests of this suite. */
export function setUpCardholder(api: Pick<ApiClient, "call">): TestCardholder {
  return setUp(() => registerCardholder(api));
}

type Grant = Sent<"POST /api/v1/keys/grant-access", "body">;

/** A token for the cardholder's key. */
export async function grant(
  api: Pick<ApiClient, "call">,
  { userId, keyId }: Pick<TestCardholder, "userId" | "keyId">,
  fields: Partial<Grant> = {},
): Promise<string> {
  const body = { userId, keyId, ...fields };
  return (await api.call("POST /api/v1/keys/grant-access", { body })).tokenId;
}
