import { createHash, createHmac, generateKeyPairSync, randomBytes } from "node:crypto";
import type { Hostile } from "./hostile.ts";
import { paymentFields } from "./payment-fields.ts";
import type { Sent } from "./send.ts";

/** What API keys may ask for, and a provider's notifications. */
export const keys: Record<string, Hostile> = {
  "repetitions of a waiting payment": {
    connections: 540,
    prepare: async ({ merchant }) => {
      const nextKey = inTurn(merchant.apiKeys);
      const body = { ...paymentFields(), paymentMethod: "sandbox_timeout" };
      return () => withKey(nextKey(), "/api/v1/payments/gateway_one/create", body);
    },
  },
  "batches of registrations": {
    connections: 12,
    prepare: async ({ issuer }) => {
      const nextKey = inTurn(issuer.apiKeys);
      const publicKeys = Array.from({ length: 10 }, newPublicKey);
      const nextPublicKey = inTurn(publicKeys);
      return () => {
        const registrations = Array.from({ length: 100 }, (_, index) => ({
          hashedPan: createHash("sha256").update(randomBytes(8)).digest("hex"),
          publicKey: nextPublicKey(),
          keyId: `k${index}`,
        }));
        return withKey(nextKey(), "/api/v1/onboarding/register/batch", { registrations });
      };
    },
  },
  "key generation": {
    connections: 16,
    prepare: async ({ issuer }) => {
      const nextKey = inTurn(issuer.apiKeys);
      return () => withKey(nextKey(), "/api/v1/onboarding/generate-keys", {});
    },
  },
  notifications: {
    connections: 10,
    // 503 says that Stripe does not know the payment, for which it was asked.
    refusals: [429],
    prepare:
      async ({ webhook: { path, secret } }) =>
      () => {
        const id = randomBytes(8).toString("hex");
        const object = { payment_intent: `pi_${id}` };
        const body = JSON.stringify({ id: `evt_${id}`, type: "charge.refunded", data: { object } });
        const time = Math.floor(Date.now() / 1000);
        const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
        const headers = { "Stripe-Signature": `t=${time},v1=${signature}` };
        return { method: "POST", path, headers, body };
      },
  },
};

function withKey(apiKey: string, path: string, body: unknown): Sent {
  return { method: "POST", path, headers: { "X-API-Key": apiKey }, body };
}

function newPublicKey(): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return publicKey.export({ type: "spki", format: "pem" }).toString();
}

function inTurn<T>(all: readonly T[]): () => T {
  let count = 0;
  return () => {
    const one = all[count % all.length];
    if (one === undefined) throw new Error("there is nothing to take a turn");
    count += 1;
    return one;
  };
}
