import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Client } from "pg";
import { publishEvents } from "#lib/events/publish.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { explainShards } from "#lib/testing/explain-shards.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { type SentStatement, watchStatements } from "#lib/testing/watch-statements.ts";
import { describeEvents } from "#lib/webhooks/describe-event.ts";
import { misfitStatements } from "./distributed-statements.ts";
import { distribution, type Place } from "./distribution.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);

const params = { gateway: "gateway_one" } as const;

/** The request path, each call once; the later ones need what the first ones have made. */
function listCalls() {
  const sale = paymentBody({ recipientHashedPan: holder.hashedPan });
  const declined = paymentBody({ paymentMethod: "pm_card_chargeDeclined" });
  const phone = randomHashedPan();
  const waiting = paymentBody({ recipientHashedPhone: phone });
  const create = (body: object) => api.post("/payments/gateway_one/create", { body });
  const pay = (body: ReturnType<typeof paymentBody>) =>
    api.call("POST /api/v1/payments/{gateway}/create", { params, body });
  let paymentId = "";
  let claimable: Awaited<ReturnType<typeof pay>> | undefined;
  let late = "";
  return {
    create: async () => {
      paymentId = (await pay(sale)).paymentId;
    },
    repeat: () => create(sale),
    decline: async () => {
      await create(declined);
      await create({ ...declined, paymentMethod: "pm_card_visa" });
    },
    get: () => api.get(`/payments/gateway_one/${paymentId}`),
    list: () => api.call("GET /api/v1/receipts/{userId}", { params: { userId: holder.userId } }),
    envelope: async () => {
      const tokenId = await grant(api, holder, { paymentId });
      await api.call("POST /api/v1/payments/envelope", { body: { paymentId, tokenId } });
    },
    decrypt: async () => {
      const tokenId = await grant(api, holder);
      const body = { paymentId, tokenId, privateKey: holder.privateKey };
      await api.call("POST /api/v1/payments/decrypt", { body });
    },
    refund: () =>
      api.call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", {
        params: { ...params, paymentId },
        body: refundBody(),
      }),
    escrow: async () => {
      await pay(waiting);
      await create(waiting);
      claimable = await pay(paymentBody());
    },
    register: async () => {
      late = (await registerCardholder(api, waiting.recipientHashedPan)).userId;
      await addIdentifier(api, late, "phone", phone);
    },
    claim: () => {
      const claimCode = claimable?.veroMetadata.claimCode ?? "";
      return api.call("POST /api/v1/receipts/claim", { body: { claimCode, userId: late } });
    },
    cancel: () =>
      api.call("POST /api/v1/payments/{gateway}/{paymentId}/cancel", {
        params: { ...params, paymentId: claimable?.paymentId ?? "" },
      }),
    publish: () => publishEvents(describeEvents),
    erase: () => requestErasure(service, holder.userId, api.key),
    record: flushRequestLog,
  };
}

/** Its name without how many rows it is for; of one without a name, the call that it was first sent by. */
function label({ name, during }: SentStatement): string {
  return name?.replace(/-\d+$/, "") ?? `(${during})`;
}

async function explainAll(
  places: Record<string, Place>,
  statements: readonly SentStatement[],
): Promise<string[]> {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const found = new Set<string>();
    for (const statement of statements) {
      for (const one of await explainShards(client, places, statement.text)) {
        found.add(`${label(statement)}: ${one}`);
      }
    }
    return [...found].sort();
  } finally {
    await client.end();
  }
}

describe("a statement", () => {
  const cases: [text: string, found: string[]][] = [
    ["SELECT FROM payment p WHERE p.id = $1 AND p.environment = 'demo' FOR UPDATE", []],
    ["SELECT FROM payment p WHERE $1 = p.id", []],
    ["SELECT FROM payment WHERE id = ANY ($1)", []],
    ["SELECT FROM cardholder WHERE card_index = $1", []],
    ["SELECT FROM payment JOIN payment_event ON payment_id = payment.id WHERE payment.id = $1", []],
    ["SELECT FROM payment WHERE card_index = $1", ["every payment"]],
    ["SELECT FROM payment WHERE id > $1", ["every payment"]],
    ["SELECT FROM unnest($1::text[]) w (id) JOIN payment p ON p.id = w.id", ["rows payment"]],
    ["SELECT FROM payment WHERE refund_of = $1 FOR UPDATE", ["every payment", "locks payment"]],
    [
      "UPDATE access_token SET used_at = clock_timestamp() WHERE hash = $1",
      ["volatile access_token"],
    ],
    ["UPDATE payment p SET amount = 1, id = $2 WHERE p.id = $1", ["moves payment"]],
    ["INSERT INTO pending_payment (payment_id) VALUES ($1)", []],
    [
      `WITH gone AS (DELETE FROM claim_code WHERE hash = $1 RETURNING payment_id)
       DELETE FROM pending_payment WHERE payment_id = $2`,
      ["groups claim+payment"],
    ],
    ["SELECT pg_advisory_xact_lock($1)", ["advisory lock"]],
  ];
  for (const [text, found] of cases) {
    test(`${text}: ${found.join(", ") || "one shard"}`, async () => {
      const statement = { text, name: "it", during: "" };
      assert.deepEqual(
        await explainAll(distribution, [statement]),
        found.map((one) => `it: ${one}`),
      );
    });
  }
});

describe("the statements of the request path", () => {
  const sent = setUp(async () => ({ statements: await watchStatements(listCalls()) }));

  test("are of one shard, or in the list of those that are not", async () => {
    assert.ok(sent.statements.length > 45, `${sent.statements.length} statements`);
    const found = await explainAll(distribution, sent.statements);
    assert.deepEqual(found, misfitStatements.flatMap(({ names }) => names).sort());
  });

  test("would ask every shard for a payment more than twice as often if cards spread them", async () => {
    const byCard = { ...distribution, payment: { by: "card_index", group: "payment" } };
    const found = await explainAll(byCard, sent.statements);
    const ofPayments = (all: readonly string[]) =>
      all.filter((one) => one.endsWith(": every payment")).length;
    const byId = ofPayments(misfitStatements.flatMap(({ names }) => names));
    assert.ok(ofPayments(found) > 2 * byId, found.join("\n"));
    // Citus refuses it.
    assert.ok(found.includes("(erase): moves payment"));
  });
});
