import assert from "node:assert/strict";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { type Answer, type ApiClient, grant, type TestCardholder } from "#lib/testing/api-client.ts";
import { createMarker, type Marker } from "./marker.ts";

const AMOUNT = 1250;

/** Whether the till seals a receipt, or sends it to the service to seal. */
export type Sealer = "till" | "service";

/** What is marked, so that it can be found: the words of receipts, by who sealed them, and what stays in the clear. */
export type Markers = Record<Sealer | "clear", Marker>;

export type Sale = {
  sealer: Sealer;
  gateway: GatewayName;
  hashedPan: string;
  isDeclined?: boolean;
};

export type Sold = { body: Record<string, unknown>; answer: Answer };

/** A shop whose receipts are full of marked words. */
export function openShop(api: ApiClient) {
  const markers: Markers = { till: createMarker(), service: createMarker(), clear: createMarker() };
  const count = { sales: 0 };

  return {
    markers,

    async pay(sale: Sale): Promise<Sold> {
      count.sales += 1;
      const { sealer, gateway, hashedPan } = sale;
      const recipient = { recipientHashedPan: hashedPan };
      const references = {
        receiptId: markers.clear.mark(`-receipt-${count.sales}`),
        merchantId: "merchant-1",
        transactionId: `transaction-${count.sales}`,
        transactionDate: "2026-11-28T10:00:00Z",
        currency: "usd",
        amount: AMOUNT,
      };
      const receipt = { ...references, ...describeGoods(markers[sealer]) };
      const content =
        sealer === "service" ? receipt : await sealAtTill(api, { gateway, recipient, receipt });
      const body = { ...content, ...references, ...recipient, ...cardOf(sale) };
      return { body, answer: await api.post(`/payments/${gateway}/create`, { body }) };
    },

    /** Opens a receipt with the key, as its holder's device does, and checks that it has the marked words. */
    async open(holder: TestCardholder, { paymentId, sealer }: { paymentId: string; sealer: Sealer }) {
      const tokenId = await grant(api, holder, { paymentId });
      const sealed = await api.call("POST /api/v1/payments/envelope", {
        body: { paymentId, tokenId },
      });
      const privateKey = await importPrivateKey(holder.privateKey);
      const receipt = await openReceipt({ sealed, paymentId, privateKey });
      assert.equal(receipt.merchantName, describeGoods(markers[sealer]).merchantName);
    },
  };
}

async function sealAtTill(
  api: ApiClient,
  { gateway, recipient, receipt }: { gateway: GatewayName; recipient: object; receipt: object },
) {
  const { reservations } = await api.call("POST /api/v1/payments/{gateway}/prepare", {
    params: { gateway },
    body: recipient,
  });
  const [reservation] = reservations;
  assert.ok(reservation);
  return await sealReceipt(reservation, receipt);
}

function cardOf({ gateway, isDeclined = false }: Sale): Record<string, string> {
  if (gateway === "gateway_one") {
    return { paymentMethod: isDeclined ? "pm_card_chargeDeclined" : "pm_card_visa" };
  }
  return { cardNonce: isDeclined ? "cnon:card-nonce-declined" : "cnon:card-nonce-ok" };
}

/** All that tells what was bought, where, and by whom. */
function describeGoods({ mark }: Marker) {
  const item = { quantity: 1, unitPrice: AMOUNT, totalPrice: AMOUNT };
  return {
    merchantName: mark("pharmacy"),
    merchantStreet: mark("street"),
    merchantCity: mark("city"),
    terminalId: mark("counter"),
    cashier: mark("cashier"),
    items: [{ lineItemId: "1", name: mark("pills"), note: mark("for"), ...item }],
    loyalty: { program: mark("club") },
    [mark("field")]: { deep: [mark("value")] },
  };
}
