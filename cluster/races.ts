import { createHash, randomBytes } from "node:crypto";
import { defaultRateLimits } from "#lib/core/tiers.ts";
import {
  type Answer,
  createApiClient,
  grant,
  paymentBody,
  refundBody,
  registerCardholder,
} from "#lib/testing/api-client.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { createTestKey, createTestOrganization } from "#lib/testing/test-service.ts";
import type { Merchant } from "./merchant.ts";
import type { Stage } from "./stage.ts";

export type Race = {
  title: string;
  /** Returns how many requests it sent; throws where two instances disagreed. */
  run(stage: Stage, merchant: Merchant): Promise<number>;
};

const VISA = { paymentMethod: "pm_card_visa" };

/** What several instances must decide as one, each decided by many requests at once. */
export const races: Race[] = [
  {
    title: "a token opens one receipt once, 20 tokens at 6 requests each",
    async run({ balancer }, { key }) {
      const api = createApiClient(balancer, key);
      const cardholder = await registerCardholder(api);
      const { hashedPan: recipientHashedPan } = cardholder;
      const { body } = await api.post("/payments/gateway_one/create", {
        body: paymentBody({ recipientHashedPan, ...VISA }),
      });
      const { paymentId } = body.data;
      return await repeat(20, async () => {
        const tokenId = await grant(api, cardholder);
        const open = () => api.post("/payments/envelope", { body: { paymentId, tokenId } });
        const answers = await atOnce(6, open);
        requireStatuses(answers, { 200: 1 });
        return answers.length;
      });
    },
  },
  {
    title: "a payment is taken once, 20 payments sent 8 times each",
    async run({ balancer, providers }, { key, cards }) {
      const api = createApiClient(balancer, key);
      return await repeat(20, async (at) => {
        const body = paymentBody({ recipientHashedPan: cards[at % cards.length], ...VISA });
        const answers = await atOnce(8, () => api.post("/payments/gateway_one/create", { body }));
        requireStatuses(answers, { 201: 1, 200: 7 });
        const ids = new Set(answers.map((answer) => answer.body.data.paymentId));
        const charges = [...ids].map((id) => providers.gateway_one.countCharges(id));
        if (ids.size !== 1 || charges[0] !== 1) throw new Error(`charged ${charges} times`);
        return answers.length;
      });
    },
  },
  {
    title: "no more is refunded than was paid, 10 payments refunded 5 times each",
    async run({ balancer, providers }, { key, cards }) {
      const api = createApiClient(balancer, key);
      return await repeat(10, async (at) => {
        const body = paymentBody({ recipientHashedPan: cards[at % cards.length], ...VISA });
        const paid = await api.post("/payments/gateway_one/create", { body });
        const { paymentId } = paid.body.data;
        const path = `/payments/gateway_one/${paymentId}/refunds`;
        const answers = await atOnce(5, () => api.post(path, { body: refundBody() }));
        requireStatuses(answers, { 201: 1 });
        const refunded = providers.gateway_one.refundedAmount(paymentId);
        if (refunded !== body.amount) throw new Error(`refunded ${refunded} of ${body.amount}`);
        return answers.length + 1;
      });
    },
  },
  {
    title: "a card is registered once, 5 cards by 4 issuers at once",
    async run({ balancer }) {
      const issuers = await Promise.all(
        Array.from({ length: 4 }, async () => createApiClient(balancer, await createTestKey())),
      );
      return await repeat(5, async () => {
        const hashedPan = createHash("sha256").update(randomBytes(16)).digest("hex");
        const answers = await Promise.all(
          issuers.map(async (api) => {
            const { keyId, publicKey } = await api.call("POST /api/v1/onboarding/generate-keys");
            const body = { hashedPan, publicKey, keyId };
            return await api.post("/onboarding/register", { body });
          }),
        );
        requireStatuses(answers, { 201: 1, 409: 3 });
        return answers.length * 2;
      });
    },
  },
  {
    title: "a rate limit counts to the request on all instances together",
    async run({ balancer }) {
      const limit = defaultRateLimits.tiers.free.reads;
      const api = createApiClient(balancer, await createTestKey({ tier: "free" }));
      const answers = await atOnce(limit + 30, () => api.get("/payments"));
      for (const window of splitByWindow(answers)) {
        const allowed = Math.min(limit, window.length);
        requireStatuses(window, { 200: allowed, 429: window.length - allowed });
      }
      return answers.length;
    },
  },
  {
    title: "a revoked key is refused by every instance from then on, 5 keys",
    async run({ balancer, instances }) {
      const organizationId = await createTestOrganization();
      const member = await createTestMember({ role: "owner", organizationId });
      const call = createConsoleClient(balancer, member);
      return await repeat(5, async () => {
        const created = await call("POST", "/api-keys", {
          body: { name: "Till", scopes: ["payments:read"] },
        });
        const { apiKey, secret } = created.body.data;
        const ask = () =>
          Promise.all(instances.map((place) => createApiClient(place, secret).get("/payments")));
        requireStatuses(await ask(), { 200: instances.length });
        requireStatuses([await call("DELETE", `/api-keys/${apiKey.id}`)], { 200: 1 });
        requireStatuses(await ask(), { 401: instances.length });
        return 2 * instances.length + 2;
      });
    },
  },
];

function atOnce(count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, send));
}

/** Answers that count together: a slow machine takes longer for all of them than one window lasts. */
function splitByWindow(answers: readonly Answer[]): Answer[][] {
  const reset = ({ headers }: Answer) => Number(headers.get("X-RateLimit-Reset"));
  const windows: Answer[][] = [];
  for (const answer of answers.toSorted((one, other) => reset(one) - reset(other))) {
    const first = windows.at(-1)?.[0];
    // Windows end a minute apart. Each answer rounds the end of its own to seconds.
    if (first && reset(answer) - reset(first) < 30) windows.at(-1)?.push(answer);
    else windows.push([answer]);
  }
  return windows;
}

/** One after the other; returns the sum. */
async function repeat(times: number, round: (at: number) => Promise<number>): Promise<number> {
  const counts: number[] = [];
  for (let at = 0; at < times; at += 1) counts.push(await round(at));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Of each named status, as many answers as that. */
function requireStatuses(answers: readonly Answer[], expected: Record<number, number>): void {
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  for (const [status, wanted] of Object.entries(expected)) {
    if (count(Number(status)) === wanted) continue;
    const seen = answers.map((answer) => answer.status).join(" ");
    throw new Error(`${wanted} answers were to be ${status}: ${seen}`);
  }
}
