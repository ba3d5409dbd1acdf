import assert from "node:assert/strict";
import { test } from "node:test";
import { readIdentifier } from "#lib/core/identifier-text.ts";
import { readCardNumber } from "./card-number.ts";
import { deriveDeviceNumber, deriveSamplePar } from "./sample-device.ts";

const cards = ["4242424242424242", "378282246310005"];

test("a card always has the same reference, another than any other card's", async () => {
  const [par, other] = await Promise.all(cards.map(deriveSamplePar));
  assert.deepEqual(readIdentifier("par", par ?? ""), { state: "valid", text: par });
  assert.equal(await deriveSamplePar("4242424242424242"), par);
  assert.notEqual(other, par);
});

test("the device number is a valid number, and not the card's", async () => {
  const [device, other] = await Promise.all(cards.map(deriveDeviceNumber));
  assert.equal(readCardNumber(device ?? "").state, "valid");
  assert.notEqual(device, "4242424242424242");
  assert.notEqual(device, other);
});
