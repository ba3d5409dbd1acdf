import type { Scope } from "#lib/core/permissions.ts";
import { sampleCard } from "#lib/core/sample-card.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { ListedApiKey } from "./use-api-keys.ts";

type FirstCall = {
  /** What the call does, and its answer if the key is valid. */
  about: string;
  curl: string;
};

type Given = {
  apiKey: Pick<ListedApiKey, "id" | "scopes" | "createdAt">;
  secret: string;
  environment: Environment;
  origin: string;
};

/**
 * A call for the new key, ready to paste. It moves no real money: a key that can do nothing else gets a call
 * that is refused only after the key was accepted.
 */
export function firstCall({ apiKey, secret, environment, origin }: Given): FirstCall {
  const { scopes } = apiKey;
  const real = environment === "production";
  const may = (scope: Scope) => scopes.includes(scope);
  const write = (path: string, body?: string) => toCurl({ origin, secret, path, body });

  if (may("payments:write") && !real) {
    return {
      about: "Creates a test payment. Sending it again does not charge again.",
      curl: write("payments/gateway_one/create", samplePayment(apiKey)),
    };
  }
  if (may("onboarding:write")) {
    return {
      about: "Generates a key pair, which is not stored.",
      curl: write("onboarding/generate-keys"),
    };
  }
  const path = scopes.flatMap((scope) => reads[scope] ?? [])[0];
  if (path !== undefined) {
    return {
      about: "Requests something that does not exist: 404 not_found means that the key works.",
      curl: toCurl({ origin, secret, path, method: "GET" }),
    };
  }
  return {
    about: "Sends nothing: 400 invalid_request means that the key works.",
    curl: write(writes[scopes[0] ?? "payments:write"] ?? "", "{}"),
  };
}

const reads: Partial<Record<Scope, string>> = {
  "payments:read": "payments/gateway_one/pay_none",
  "receipts:read": "receipts/usr_none",
  "webhooks:write": "webhook-endpoints/whe_none",
};

const writes: Partial<Record<Scope, string>> = {
  "payments:write": "payments/gateway_one/create",
  "keys:grant": "keys/grant-access",
  "receipts:decrypt": "payments/envelope",
};

/** One payment for each key: a second call returns the result of the first. */
function samplePayment({ id, createdAt }: Given["apiKey"]): string {
  const payment = {
    receiptId: `first-${id}`,
    transactionId: `first-${id}`,
    transactionDate: createdAt,
    merchantId: "first-call",
    merchantName: "First call",
    currency: "usd",
    amount: 1250,
    recipientHashedPan: sampleCard.hashedPan,
  };
  return JSON.stringify(payment, null, 2);
}

type Call = {
  origin: string;
  secret: string;
  path: string;
  method?: "GET" | "POST";
  body?: string | undefined;
};

function toCurl({ origin, secret, path, method = "POST", body }: Call): string {
  const lines = [
    `curl -i ${method === "POST" && body === undefined ? "-X POST " : ""}${origin}/api/v1/${path}`,
    `-H "X-API-Key: ${secret}"`,
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${body}'`]),
  ];
  return lines.join(" \\\n  ");
}
