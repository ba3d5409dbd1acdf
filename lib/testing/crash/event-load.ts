import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { type Answer, paymentBody, randomHashedPan, refundBody } from "#lib/testing/api-client.ts";
import { createPair, type TestPair } from "#lib/testing/device-keys.ts";
import { postOnce } from "./post-once.ts";

/** Calls of a merchant with accounts at providers, of one with the sandbox, and of the issuer of their cards. */
export type EventLoad = {
  /** Calls until it is closed. */
  open(): void;
  /** One payment more; returns as soon as it is answered. */
  payOnce(): Promise<void>;
  /** Ends; each call that was begun is repeated until it is answered. */
  close(): Promise<void>;
  /** Ends everything at once. */
  abandon(): void;
  /** Throws what has ended one of the callers, such as an answer that refuses a call. */
  requireNoFailure(): void;
  /** How many calls were answered, by what they do, and how many were repeated. */
  counts: {
    paid: number;
    declined: number;
    refunded: number;
    registered: number;
    repeated: number;
  };
  /** The ids of payments that were answered as succeeded. */
  succeeded: ReadonlySet<string>;
};

type Keys = { merchant: string; sandbox: string; issuer: string };

const PACE_MS = 25;
const REGISTER_PACE_MS = 250;
/** Sales at each till from one refund to the next. */
const SALES_PER_REFUND = 3;

/** What the sandbox is asked for, in turn: what is reported later, and what is not paid. */
const testValues = [
  "pm_card_visa",
  "sandbox_late_match",
  "sandbox_dispute_lost",
  "pm_card_chargeDeclined",
  "sandbox_disputed",
  "sandbox_timeout",
];
const testRefunds = ["return", "sandbox_refund_pending", "sandbox_refund_late_failure"];

type Paid = { paymentId: string; veroMetadata: { paymentStatus: string } };

function isSucceeded({ veroMetadata }: Paid): boolean {
  return veroMetadata.paymentStatus === "succeeded";
}

function isPending(body: Answer["body"]): boolean {
  return body.error?.code === "conflict" && /^paymentStatus: is pending/.test(body.error.details);
}

export function createEventLoad(url: string, keys: Keys, cards: readonly string[]): EventLoad {
  const counts = { paid: 0, declined: 0, refunded: 0, registered: 0, repeated: 0 };
  const succeeded = new Set<string>();
  const state: { isOpen: boolean; isAbandoned: boolean; failure?: unknown } = {
    isOpen: false,
    isAbandoned: false,
  };
  const lanes: Promise<void>[] = [];
  /** Cards that are not registered yet: their receipts wait. */
  const waiting: string[] = [];

  async function ask(key: string, path: string, body: object) {
    for (let attempt = 0; !state.isAbandoned; attempt += 1) {
      const answer = await postOnce(`${url}/api/v1${path}`, key, body);
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      counts.repeated += 1;
      await pause(Math.min(PACE_MS * 2 ** attempt, 500));
    }
    throw new Error("abandoned");
  }

  async function pay(key: string, gateway: GatewayName, fields: object): Promise<Paid | undefined> {
    // Square lists payments by their total: with one for all, a look for a lost answer would read all of them.
    const amount = 500 + counts.paid + counts.declined;
    const body = paymentBody({ recipientHashedPan: drawCard(), amount, ...fields });
    const { status, body: answer } = await ask(key, `/payments/${gateway}/create`, body);
    if (status === 402) counts.declined += 1;
    else if (status < 300) counts.paid += 1;
    else throw new Error(`a payment was refused: ${JSON.stringify(answer)}`);
    const paid: Paid | undefined = answer.data;
    if (paid && isSucceeded(paid)) succeeded.add(paid.paymentId);
    return paid;
  }

  /** One of four is not registered yet. */
  function drawCard(): string {
    if (randomInt(4) > 0) return cards[randomInt(cards.length)] ?? "";
    const card = randomHashedPan();
    waiting.push(card);
    return card;
  }

  async function refund(key: string, gateway: GatewayName, paid: Paid, reference: string) {
    const { paymentId } = paid;
    const refundReference = `${reference}-${paymentId}`;
    const path = `/payments/${gateway}/${paymentId}/refunds`;
    const request = refundBody({ refundReference, amount: 100 });
    while (!state.isAbandoned) {
      const { status, body } = await ask(key, path, request);
      // Disputed by now, or refused by the bank: what became of it is in the database.
      if (status < 300) {
        counts.refunded += 1;
        return;
      }
      // Whatever was killed meanwhile, a payment that was answered as paid stays paid.
      const isEarly = !isSucceeded(paid) && isPending(body);
      if (!isEarly) throw new Error(`a refund was refused: ${JSON.stringify(body)}`);
      counts.repeated += 1;
      await pause(500);
    }
    throw new Error("abandoned");
  }

  async function sell(
    key: string,
    gateway: GatewayName,
    fieldsOf: (sale: number) => object,
    referenceOf: (sale: number) => string,
  ): Promise<void> {
    for (let sale = 0; state.isOpen; sale += 1) {
      const paid = await pay(key, gateway, fieldsOf(sale));
      if (paid && sale % SALES_PER_REFUND === 0) {
        await refund(key, gateway, paid, referenceOf(sale / SALES_PER_REFUND));
      }
      await pause(PACE_MS);
    }
  }

  async function register(): Promise<void> {
    while (state.isOpen) {
      const { keyId, publicKey }: TestPair = await createPair("P-256");
      const hashedPan = waiting.shift() ?? randomHashedPan();
      await ask(keys.issuer, "/onboarding/register", { hashedPan, keyId, publicKey });
      counts.registered += 1;
      await pause(REGISTER_PACE_MS);
    }
  }

  const card = { paymentMethod: "pm_card_visa" };
  return {
    counts,
    succeeded,
    open() {
      state.isOpen = true;
      const nonce = { cardNonce: "cnon:card-nonce-ok" };
      const turn = (all: readonly string[]) => (sale: number) => all[sale % all.length] ?? "";
      const testValue = turn(testValues);
      const callers = [
        sell(
          keys.merchant,
          "gateway_one",
          () => card,
          () => "return",
        ),
        sell(
          keys.merchant,
          "gateway_two",
          () => nonce,
          () => "return",
        ),
        sell(
          keys.sandbox,
          "gateway_one",
          (sale) => ({ paymentMethod: testValue(sale) }),
          turn(testRefunds),
        ),
        register(),
      ];
      for (const caller of callers) {
        lanes.push(
          caller.catch((error: unknown) => {
            state.failure ??= error;
          }),
        );
      }
    },
    async payOnce() {
      await pay(keys.merchant, "gateway_one", card);
    },
    async close() {
      state.isOpen = false;
      await Promise.all(lanes);
      this.requireNoFailure();
    },
    requireNoFailure() {
      if (state.failure !== undefined) throw state.failure;
    },
    abandon() {
      Object.assign(state, { isOpen: false, isAbandoned: true });
    },
  };
}
