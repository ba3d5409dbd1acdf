import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { harmlessData, refusedCardData } from "#lib/testing/card-data-samples.ts";
import { findCardData } from "./card-data.ts";
import { type DigitsOf, holdsCardNumber } from "./card-numbers.ts";
import { computeCheckDigit } from "./luhn.ts";

describe("finds", () => {
  for (const [name, fields, place] of refusedCardData) {
    test(name, () => {
      const [found, ...others] = findCardData(fields);
      assert.deepEqual(others, []);
      const last = place.split(".").at(-1) ?? "";
      const end = found?.path
        .map((step) => (typeof step === "number" ? `[${step}]` : step))
        .join("");
      assert.ok(last.startsWith("(") || end?.endsWith(last), end);
    });
  }
});

describe("passes", () => {
  for (const [name, fields] of harmlessData) {
    test(name, () => assert.deepEqual(findCardData(fields), []));
  }
});

test("every list of the walk is looked through, up to twenty findings", () => {
  const number = "4242424242424242";
  assert.equal(findCardData({ notes: new Array(5).fill(number) }).length, 5);
  assert.equal(findCardData({ notes: new Array(100).fill(number) }).length, 20);
});

/** Of harmless values of a kind, the highest share that may be taken for card numbers. */
describe("takes few harmless values for card numbers", () => {
  const kinds: [name: string, highest: number, digitsOf: DigitsOf, make: () => string][] = [
    ["barcodes (EAN-13)", 0, "text", () => withGs1Digit(randomDigits(12))],
    ["milliseconds", 0, "card", () => String(1.7e12 + random(1e11))],
    ["phone numbers", 0, "text", () => `+${1 + random(998)}${randomDigits(9)}`],
    ["order numbers of 12 digits", 0, "text", () => randomDigits(12)],
    ["order numbers of 13 digits", 0, "text", () => randomDigits(13)],
    ["GTIN-14", 0.004, "text", () => withGs1Digit(randomDigits(13))],
    ["GTIN-14 in a field of products", 0, "code", () => withGs1Digit(randomDigits(13))],
    ["SIRET in a field of companies", 0, "code", () => withLuhnDigit(randomDigits(13))],
    ["order numbers of 14 digits", 0.005, "text", () => randomDigits(14)],
    ["order numbers of 15 digits", 0.003, "text", () => randomDigits(15)],
    ["order numbers of 16 digits", 0.035, "text", () => randomDigits(16)],
    [
      "order numbers of 16 digits from a date on",
      0,
      "reference",
      () => `${day()}${randomDigits(10)}`,
    ],
    ["order numbers of 18 digits", 0.005, "text", () => randomDigits(18)],
    ["order numbers of 20 digits", 0.004, "text", () => randomDigits(20)],
    ["order numbers of 16 digits in a field of a card", 0.07, "card", () => randomDigits(16)],
    ["UUIDs", 0, "text", () => hash().replace(uuidParts, "$1-$2-4$3-8$4-$5").slice(0, 36)],
    ["hashes in hexadecimal", 0, "card", hash],
    ["hashes in base64", 0, "card", () => Buffer.from(hash(), "hex").toString("base64")],
    ["German IBANs", 0, "text", () => germanIban(randomDigits(18)).replace(/.{4}/g, "$& ")],
    ["GTIN-8 in a field of products", 0, "code", () => withGs1Digit(randomDigits(7))],
    ["GTIN-12 in a field of products", 0, "code", () => withGs1Digit(randomDigits(11))],
    ["GTIN-13 in a field of products", 0, "code", () => withGs1Digit(randomDigits(12))],
    ["numbers of Chinese invoices", 0, "code", () => `26${randomDigits(18)}`],
    ["keys of Brazilian invoices", 0, "code", () => randomDigits(44).replace(/.{4}(?=.)/g, "$& ")],
  ];
  for (const [name, highest, digitsOf, make] of kinds) {
    test(`${name}: ${100 * highest} %`, () => {
      let taken = 0;
      for (let made = 0; made < SAMPLES; made++) if (holdsCardNumber(make(), digitsOf)) taken++;
      assert.ok(taken <= highest * SAMPLES, `${(100 * taken) / SAMPLES} %`);
    });
  }
});

const SAMPLES = 20_000;
const uuidParts = /^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/;

/** The same numbers in each run. */
let state = 0x5ea1;
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function randomDigits(length: number): string {
  return Array.from({ length }, () => random(10)).join("");
}

function hash(): string {
  return createHash("sha256")
    .update(String(random(2 ** 32)))
    .digest("hex");
}

function day(): string {
  const date = new Date(Date.UTC(2026, 0, 1 + random(365)));
  return date.toISOString().slice(2, 10).replaceAll("-", "");
}

function withLuhnDigit(payload: string): string {
  return payload + computeCheckDigit(payload);
}

function withGs1Digit(payload: string): string {
  const sum = [...payload]
    .reverse()
    .reduce((all, one, at) => all + Number(one) * (at % 2 ? 1 : 3), 0);
  return `${payload}${(10 - (sum % 10)) % 10}`;
}

function germanIban(account: string): string {
  const remainder = Number(BigInt(`${account}131400`) % 97n);
  return `DE${String(98 - remainder).padStart(2, "0")}${account}`;
}
