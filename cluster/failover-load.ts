import { setTimeout as pause } from "node:timers/promises";
import { refundBody } from "#lib/testing/api-client.ts";
import { type OnceAnswer, postOnce } from "#lib/testing/crash/post-once.ts";
import type { Sale, Shop } from "#lib/testing/crash/shop.ts";
import type { Merchant } from "./merchant.ts";

/** What happens beside the sales of a shop: receipts are opened, and payments refunded. */
export type FailoverLoad = {
  /** What the service has answered for. */
  acknowledged: { grants: string[]; openings: string[]; refunds: string[] };
  /** Payments that a refund found pending again, and grants that an opening did not find. */
  undone: { payments: Set<string>; grants: Set<string> };
  open(): void;
  /** Ends; a refund that was begun is sent until it is answered. */
  close(): Promise<void>;
  abandon(): void;
};

const PACE_MS = 60;
const RETRY_MS = 500;
/** The newest sales are those that a fault may have touched. */
const NEWEST = 40;

export type LoadAnswer = Partial<OnceAnswer>;

/** `watch` is told of each answer, and of those that nothing explains by what they say. */
export function createFailoverLoad(
  url: string,
  { key, cardholders }: Merchant,
  { shop, watch }: { shop: Shop; watch: (answer: LoadAnswer) => void },
): FailoverLoad {
  const state = { isOpen: false, isAbandoned: false };
  const lanes: Promise<void>[] = [];
  const acknowledged: FailoverLoad["acknowledged"] = { grants: [], openings: [], refunds: [] };
  const undone = { payments: new Set<string>(), grants: new Set<string>() };
  const refunded = new Set<Sale>();

  const send = (path: string, body: object) => postOnce(`${url}/api/v1${path}`, key, body);
  const drawSale = () => {
    const sales = shop.sales.slice(-NEWEST).filter(({ status }) => status === "succeeded");
    return sales[Math.floor(Math.random() * sales.length)];
  };

  async function openOne(): Promise<void> {
    const sale = drawSale();
    const hashedPan = sale?.request.recipientHashedPan;
    const holder = cardholders.find((one) => one.hashedPan === hashedPan);
    if (!sale?.paymentId || !holder) return;
    const { userId, keyId } = holder;
    const granted = await send("/keys/grant-access", { userId, keyId });
    watch(granted ?? {});
    if (granted?.status !== 201) return;
    const { tokenId } = granted.body.data;
    acknowledged.grants.push(tokenId);
    const { paymentId } = sale;
    const opened = await send("/payments/envelope", { paymentId, tokenId });
    if (isPending(opened)) undone.payments.add(paymentId);
    // The end of the run tells whether it is gone: an answer that was cut off has used it up, too.
    else if (opened?.status === 403) undone.grants.add(tokenId);
    else {
      watch(opened ?? {});
      if (opened?.status === 200) acknowledged.openings.push(tokenId);
    }
  }

  async function refundOne(): Promise<void> {
    const sale = drawSale();
    if (!sale?.paymentId || refunded.has(sale)) return;
    refunded.add(sale);
    const path = `/payments/${sale.gateway}/${sale.paymentId}/refunds`;
    const body = refundBody({ amount: 100 });
    while (!state.isAbandoned) {
      const answer = await send(path, body);
      if (answer && answer.status < 300) {
        acknowledged.refunds.push(answer.body.data.refundId);
        return;
      }
      if (isPending(answer)) undone.payments.add(sale.paymentId);
      else watch(answer ?? {});
      await pause(RETRY_MS);
    }
  }

  const repeat = async (work: () => Promise<void>) => {
    while (state.isOpen) {
      await work();
      await pause(PACE_MS);
    }
  };
  return {
    acknowledged,
    undone,
    open() {
      state.isOpen = true;
      lanes.push(repeat(openOne), repeat(refundOne));
    },
    async close() {
      state.isOpen = false;
      await Promise.all(lanes);
    },
    abandon() {
      Object.assign(state, { isOpen: false, isAbandoned: true });
    },
  };
}

/** Of a payment that was answered as paid before. */
function isPending(answer: OnceAnswer | undefined): boolean {
  const { code, details, message } = answer?.body.error ?? {};
  if (answer?.status !== 409 || code !== "conflict") return false;
  return /^paymentStatus: is pending/.test(details) || /is delivered once/.test(message);
}
