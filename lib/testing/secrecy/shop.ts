import assert from "node:assert/strict";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import {
  type Answer,
  type ApiClient,
  grant,
  paymentBody,
  refundBody,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { until } from "#lib/testing/until.ts";
import { createMarkedWords, type MarkedWords } from "./marked-words.ts";

const AMOUNT = 1250;
const currency = "usd";

/** Whether the till seals a receipt, or sends it to the service to seal. */
export type Sealer = "till" | "service";

/** The words of receipts, by who sealed them, and references that stay in the clear. */
type Words = MarkedWords<Sealer | "clear">;

type Sale = { sealer: Sealer; gateway: GatewayName; hashedPan: string; isDeclined?: boolean };

export type Sold = Sale & { body: Record<string, unknown>; answer: Answer };

/** A shop whose receipts are full of marked words. */
export type Shop = {
  words: Words;
  pay(sale: Sale): Promise<Sold>;
  /** Gives all of it back, with a credit note that is sealed where the receipt was. */
  refund(sold: Sold): Promise<Answer>;
  /** Opens the receipt as the device of its holder does; throws where the marked words are not in it. */
  open(sold: Sold, holder: TestCardholder): Promise<void>;
  /** Has the service open the receipt. */
  decrypt(sold: Sold, holder: TestCardholder): Promise<Answer>;
};

export function openShop(api: ApiClient): Shop {
  const words: Words = createMarkedWords(["till", "service", "clear"]);
  const count = { sales: 0 };

  const makeBody = async (sale: Sale): Promise<Record<string, unknown>> => {
    const { sealer, gateway, hashedPan } = sale;
    count.sales += 1;
    const receiptId = words.mark("clear", `-${count.sales}`);
    const fields = { receiptId, amount: AMOUNT, currency, ...cardOf(sale) };
    const recipient = { recipientHashedPan: hashedPan };
    const receipt = describeGoods(sealer, words);
    if (sealer === "service") return paymentBody({ ...fields, ...recipient, ...receipt });
    return { ...(await prepareSealed(api, { gateway, recipient, receipt, fields })).body };
  };

  return {
    words,
    async pay(sale) {
      const body = await makeBody(sale);
      const path = `/payments/${sale.gateway}/create`;
      return { ...sale, body, answer: await sendUntilKnown(api, path, body) };
    },
    async refund({ sealer, gateway, answer }) {
      const { paymentId } = answer.body.data;
      count.sales += 1;
      const receiptId = words.mark("clear", `-${count.sales}`);
      const { merchantName: _, ...fields } = refundBody({ receiptId, amount: AMOUNT, currency });
      const note = { ...fields, ...describeGoods(sealer, words) };
      const content =
        sealer === "service" ? note : await sealCreditNote(api, { gateway, paymentId, note });
      const path = `/payments/${gateway}/${paymentId}/refunds`;
      return await sendUntilKnown(api, path, { ...fields, ...content });
    },
    async open({ sealer, answer }, holder) {
      const { paymentId } = answer.body.data;
      const tokenId = await grant(api, holder, { paymentId });
      const sealed = await api.call("POST /api/v1/payments/envelope", {
        body: { paymentId, tokenId },
      });
      const privateKey = await importPrivateKey(holder.privateKey);
      const receipt = await openReceipt({ sealed, paymentId, privateKey });
      assert.equal(receipt.merchantName, describeGoods(sealer, words).merchantName);
    },
    async decrypt({ answer }, holder) {
      const { paymentId } = answer.body.data;
      const tokenId = await grant(api, holder, { paymentId });
      const { privateKey } = holder;
      return await api.post("/payments/decrypt", { body: { paymentId, tokenId, privateKey } });
    },
  };
}

function cardOf({ gateway, isDeclined = false }: Sale): Record<string, string> {
  if (gateway === "gateway_one") {
    return { paymentMethod: isDeclined ? "pm_card_chargeDeclined" : "pm_card_visa" };
  }
  return { cardNonce: isDeclined ? "cnon:card-nonce-declined" : "cnon:card-nonce-ok" };
}

async function sealCreditNote(
  api: ApiClient,
  { gateway, paymentId, note }: { gateway: GatewayName; paymentId: string; note: object },
) {
  const { reservations } = await api.call("POST /api/v1/payments/{gateway}/prepare", {
    params: { gateway },
    body: { refundOf: paymentId },
  });
  const [reservation] = reservations;
  assert.ok(reservation);
  return await sealReceipt(reservation, { ...note, kind: "refund", refundOf: paymentId });
}

/** As a till does where nobody knows yet what became of the payment. */
async function sendUntilKnown(api: ApiClient, path: string, body: object): Promise<Answer> {
  const answers: Answer[] = [];
  await until(async () => {
    answers.push(await api.post(path, { body }));
    return answers.at(-1)?.status !== 503;
  });
  return answers.at(-1) ?? assert.fail("it was sent");
}

/** All that tells what was bought, where, and by whom. */
function describeGoods(sealer: Sealer, { mark }: Words) {
  const price = { quantity: 1, unitPrice: AMOUNT, totalPrice: AMOUNT };
  const item = { name: mark(sealer, "pills"), note: mark(sealer, "for"), ...price };
  return {
    merchantName: mark(sealer, "pharmacy"),
    merchantStreet: mark(sealer, "street"),
    merchantCity: mark(sealer, "city"),
    terminalId: mark(sealer, "counter"),
    cashier: mark(sealer, "cashier"),
    items: [{ lineItemId: "1", ...item }],
    loyalty: { program: mark(sealer, "club") },
    [mark(sealer, "field")]: { deep: [mark(sealer, "value")] },
  };
}
