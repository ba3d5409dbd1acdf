import { setTimeout as pause } from "node:timers/promises";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { type PaymentRequest, paymentRequest } from "#lib/receipts/contract.ts";
import { paymentBody } from "#lib/testing/api-client.ts";
import { postOnce } from "./post-once.ts";

/** A request of the shop, and what became of it. */
export type Sale = {
  gateway: GatewayName;
  receiptId: string;
  amount: number;
  request: PaymentRequest;
  /** How often a call of it ended without an answer, or with one that says to try again. */
  interruptions: number;
  /** Whether it was sent again. */
  retried: boolean;
  paymentId?: string;
  /** As it was answered last. */
  status?: string;
};

export type Shop = {
  sales: Sale[];
  /** A new request; it is sent by `send` or `pay`. */
  sell(gateway: GatewayName, amount?: number): Sale;
  /** Sends once. False where no answer came, or one that says to try again. */
  send(sale: Sale): Promise<boolean>;
  /** Sends until there is an answer, as the contract's retry rules allow. */
  pay(sale: Sale): Promise<void>;
  /** Sells without pause at so many tills; what is interrupted is left, every second one retried. */
  open(tills: number): void;
  /** Ends the load, whose retries then go on until they have their answers. */
  close(): Promise<void>;
  /** Ends everything at once. */
  abandon(): void;
};

/** What became of one call: undefined where no answer came. */
export type ShopAnswer = {
  status: number | undefined;
  ms: number;
  /** The header that says when to try again. */
  retryAfter: string | undefined;
};

const PACE_MS = 20;
// Those who wait out an outage do not hold up the rest by asking all the time.
const MAX_RETRY_PAUSE_MS = 1_000;
// A request may be killed in many rounds, one after the other, before it gets its answer.
const PATIENCE_MS = 15 * 60_000;

/** Sells from both gateways to cards in turn. `watch` is told of each answer. */
export function openShop(
  url: string,
  key: string,
  cards: readonly string[],
  watch: (answer: ShopAnswer) => void = () => undefined,
): Shop {
  const sales: Sale[] = [];
  const tills: Promise<void>[] = [];
  const retries: Promise<void>[] = [];
  const state = { isOpen: false, isAbandoned: false };

  const shop: Shop = {
    sales,
    sell(gateway, amount = 500 + (sales.length % 400)) {
      const sale = createSale(gateway, amount, cards[sales.length % cards.length]);
      sales.push(sale);
      return sale;
    },

    async send(sale) {
      sale.retried = sale.interruptions > 0;
      const begunAt = performance.now();
      const answer = await postOnce(
        `${url}/api/v1/payments/${sale.gateway}/create`,
        key,
        sale.request,
      );
      const ms = performance.now() - begunAt;
      watch({ status: answer?.status, ms, retryAfter: answer?.retryAfter });
      if (answer === undefined || answer.status === 429 || answer.status >= 500) {
        sale.interruptions += 1;
        return false;
      }
      if (answer.status >= 400) throw new Error(`refused: ${JSON.stringify(answer.body)}`);

      const { paymentId } = answer.body.data;
      if (sale.paymentId && sale.paymentId !== paymentId) {
        throw new Error(`${sale.receiptId} was paid as ${sale.paymentId} and as ${paymentId}`);
      }
      sale.paymentId = paymentId;
      sale.status = answer.body.data.veroMetadata.paymentStatus;
      return true;
    },

    async pay(sale) {
      const deadline = performance.now() + PATIENCE_MS;
      for (
        let retryPause = PACE_MS;
        !state.isAbandoned && !(await shop.send(sale));
        retryPause = Math.min(retryPause * 2, MAX_RETRY_PAUSE_MS)
      ) {
        if (performance.now() > deadline) throw new Error(`${sale.receiptId} got no answer`);
        await pause(retryPause);
      }
    },

    open(count) {
      state.isOpen = true;
      for (let till = 0; till < count; till += 1) tills.push(serve(till));
    },

    async close() {
      state.isOpen = false;
      await Promise.all(tills);
      await Promise.all(retries);
    },

    abandon() {
      Object.assign(state, { isOpen: false, isAbandoned: true });
    },
  };

  async function serve(till: number): Promise<void> {
    while (state.isOpen) {
      const sale = shop.sell(till % 2 === 0 ? "gateway_one" : "gateway_two");
      const answered = await shop.send(sale);
      if (!answered && sales.indexOf(sale) % 2 === 0) retries.push(shop.pay(sale));
      await pause(PACE_MS);
      if (!answered) await serverIsBack();
    }
  }

  async function serverIsBack(): Promise<void> {
    while (state.isOpen && !(await isAlive(url))) await pause(PACE_MS);
  }
  return shop;
}

function createSale(gateway: GatewayName, amount: number, recipientHashedPan = ""): Sale {
  const item = { name: "Bread", quantity: 1, unitPrice: amount, totalPrice: amount };
  const charge =
    gateway === "gateway_one"
      ? { amount, paymentMethod: "pm_card_visa" }
      : { items: [{ lineItemId: "1", ...item }], cardNonce: "cnon:card-nonce-ok" };
  const body = paymentBody({ recipientHashedPan, amount: undefined, ...charge });
  const request = paymentRequest.parse(body);
  return {
    gateway,
    receiptId: request.receiptId,
    amount,
    request,
    interruptions: 0,
    retried: false,
  };
}

async function isAlive(url: string): Promise<boolean> {
  return await fetch(`${url}/api/health`).then(
    async (response) => {
      await response.arrayBuffer();
      // A balancer that has no server to ask answers by itself.
      return response.ok;
    },
    () => false,
  );
}
