import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { sampleCard } from "#lib/core/sample-card.ts";
import { checkReceiptFields } from "./receipt-rules.ts";

const schema = z.looseObject({}).superRefine(checkReceiptFields);
const { number, hashedPan } = sampleCard;

function findRefusals(receipt: Record<string, unknown>): string[] {
  const { error } = schema.safeParse(receipt);
  assert.ok(!JSON.stringify(error?.issues ?? []).includes(number));
  return (error?.issues ?? []).map(({ path }) => path.join("."));
}

const refused: [receipt: Record<string, unknown>, path: string][] = [
  [{ paymentMethod: number }, "paymentMethod"],
  [{ paymentMethod: `visa ${number}` }, "paymentMethod"],
  [{ cardNonce: number }, "cardNonce"],
  [{ cardNumber: number }, "cardNumber"],
  [{ cardNumber: Number(number) }, "cardNumber"],
  [{ card_number: "4242 4242 4242 4242" }, "card_number"],
  [{ CARD: "4242-4242-4242-4242" }, "CARD"],
  [{ primary_pan: "378282246310005" }, "primary_pan"],
  [{ primaryPAN: "6304000000000000" }, "primaryPAN"],
  [{ PANSequence: number }, "PANSequence"],
  [{ cards: ["no", number] }, "cards.1"],
  [{ card: { number } }, "card.number"],
  [{ items: [{ giftCard2: number }] }, "items.0.giftCard2"],
  [{ items: [{ recipientHashedPan: hashedPan }] }, "items.0.recipientHashedPan"],
  [{ paymentId: "1" }, "paymentId"],
  [{ gateway: null }, "gateway"],
  [{ merchantSignature: {} }, "merchantSignature"],
];

for (const [receipt, path] of refused) {
  test(`refuses ${path}`, () => assert.deepEqual(findRefusals(receipt), [path]));
}

const kept: Record<string, unknown>[] = [
  { recipientHashedPan: hashedPan },
  { paymentMethod: "pm_card_visa" },
  { paymentMethod: "pm_1PqRsT2eZvKYlo2C0123456789" },
  { cardNumber: "4242424242424241" },
  { cardNumber: "42424242424" },
  { cardNumber: `${number}${number}` },
  { cardLast4: "4242" },
  { cardBrand: "visa" },
  { company: number, span: number, discarded: number, japan: number, panel: number },
  { serialNumber: number },
  { items: [{ gateway: "Router", paymentId: "p-1", barcode: number }] },
];

for (const receipt of kept) {
  test(`keeps ${Object.keys(receipt)}`, () => assert.deepEqual(findRefusals(receipt), []));
}
