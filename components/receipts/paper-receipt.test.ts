import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { drawPng, pngUri } from "#lib/testing/draw-picture.ts";
import {
  formatReaderTime,
  formatShopTime,
  listAddressLines,
  readLogo,
  zonedTime,
} from "./paper-receipt.ts";
import { formatReceiptText } from "./receipt-text.ts";

const receipt: OpenedReceipt = {
  version: "1.0",
  merchantId: "m-1",
  transactionId: "t-1",
  mockItems: false,
  merchantName: "Bäckerei Süß",
  receiptId: "r-1",
  transactionDate: "2026-11-20T23:30:00+01:00",
  currency: "eur",
  amount: 123456,
};

test("readLogo takes a fit picture, and no link, script, or SVG", () => {
  const logo = pngUri();
  assert.equal(readLogo({ ...receipt, merchantLogo: logo }), logo);
  const unfit = [
    undefined,
    7,
    "",
    "https://shop.example/logo.png",
    "javascript:alert(1)",
    `data:image/svg+xml;base64,${btoa("<svg/>")}`,
    pngUri(drawPng({ width: 513 })),
  ];
  for (const merchantLogo of unfit) {
    assert.equal(readLogo({ ...receipt, merchantLogo }), undefined);
  }
});

describe("formatShopTime", () => {
  const cases: [name: string, fields: Partial<OpenedReceipt>, locale: string, expected: string][] =
    [
      ["keeps the wall clock of the offset", {}, "de-DE", "20.11.2026, 23:30"],
      [
        "takes the shop's zone",
        { transactionTimezone: "Asia/Tokyo" },
        "de-DE",
        "21.11.2026, 07:30",
      ],
      [
        "ignores a zone that is none",
        { transactionTimezone: "Mars/Base" },
        "de-DE",
        "20.11.2026, 23:30",
      ],
      ["ignores an empty zone", { transactionTimezone: "" }, "de-DE", "20.11.2026, 23:30"],
      [
        "reads a time without offset",
        { transactionDate: "2026-11-20T09:05" },
        "de-DE",
        "20.11.2026, 09:05",
      ],
      [
        "reads a time in UTC",
        { transactionDate: "2026-11-20T09:05:00Z" },
        "de-DE",
        "20.11.2026, 09:05",
      ],
      [
        "keeps a time without offset, whatever zone is named",
        { transactionDate: "2026-11-20T09:05", transactionTimezone: "Asia/Tokyo" },
        "de-DE",
        "20.11.2026, 09:05",
      ],
      ["shows what it cannot read", { transactionDate: "yesterday" }, "de-DE", "yesterday"],
    ];
  for (const [name, fields, locale, expected] of cases) {
    test(name, () => assert.equal(formatShopTime({ ...receipt, ...fields }, locale), expected));
  }

  test("names the zone that the till named, or else its offset", () => {
    const named = { ...receipt, transactionTimezone: "America/New_York" };
    const format = (sale: typeof receipt) => formatShopTime(sale, "en-US", zonedTime);
    assert.match(format(named), /^Nov 20, 2026, 5:30\sPM EST$/);
    assert.match(format(receipt), /^Nov 20, 2026, 11:30\sPM GMT\+1$/);
    const at = (end: string) =>
      format({ ...receipt, transactionDate: `2026-11-20T23:30:00${end}` });
    for (const [end, name] of [
      ["Z", "UTC"],
      ["+00:00", "UTC"],
      ["-03:30", "GMT-3:30"],
      ["+0530", "GMT+5:30"],
    ] as const) {
      assert.ok(at(end).endsWith(`PM ${name}`), end);
    }
    assert.match(at(""), /^Nov 20, 2026, 11:30\sPM$/);
  });

  test("names the offset where the zone is none", () => {
    const zoned = { ...receipt, transactionTimezone: "Mars/Base" };
    assert.match(formatShopTime(zoned, "en-US", zonedTime), /PM GMT\+1$/);
  });
});

describe("formatReaderTime", () => {
  const cases: [name: string, date: string, zone: string, expected: string | undefined][] = [
    [
      "says nothing where the clocks agree",
      "2026-11-20T23:30:00+01:00",
      "Europe/Berlin",
      undefined,
    ],
    ["gives the time alone on the same day", "2026-11-20T23:30:00+01:00", "UTC", "22:30"],
    ["adds another day", "2026-11-20T23:30:00+01:00", "Asia/Tokyo", "21.11.2026, 07:30"],
    ["does not guess without an offset", "2026-11-20T23:30:00", "Asia/Tokyo", undefined],
    ["does not take the end of a date for an offset", "2026-11-20", "Asia/Tokyo", undefined],
  ];
  for (const [name, transactionDate, timeZone, expected] of cases) {
    test(name, () => {
      const given = formatReaderTime({ transactionDate }, { locale: "de-DE", timeZone });
      assert.equal(given, expected);
    });
  }
});

test("address lines leave out what the till left out", () => {
  assert.deepEqual(listAddressLines(receipt), []);
  const address = { merchantStreet: " ", merchantCity: "Berlin", merchantPostalCode: "10115" };
  assert.deepEqual(listAddressLines({ ...receipt, ...address }), ["Berlin 10115"]);
});

test("the postal code stands where the country has it", () => {
  const berlin = { merchantCity: "Berlin", merchantPostalCode: "10115", merchantCountry: "DE" };
  assert.deepEqual(listAddressLines({ ...receipt, ...berlin }), ["10115 Berlin", "DE"]);
  const portland = {
    merchantCity: "Portland",
    merchantState: "OR",
    merchantPostalCode: "97205",
    merchantCountry: "US",
  };
  assert.deepEqual(listAddressLines({ ...receipt, ...portland }), ["Portland OR 97205", "US"]);
});

describe("formatReceiptText", () => {
  const items = [
    { lineItemId: "1", name: "Brot", quantity: 0.5, unitPrice: 500, totalPrice: 250 },
    { lineItemId: "2", name: "Pfand", quantity: 1, unitPrice: -25, totalPrice: -25, mock: true },
  ];
  test("writes money as the reader's language does", () => {
    const text = formatReceiptText({ ...receipt, items }, "de-DE").replaceAll("\u00a0", " ");
    assert.match(text, /^Bäckerei Süß\n20\.11\.2026, 23:30\n/);
    assert.match(text, /0,5 × Brot {2}2,50 €\n/);
    assert.match(text, /Pfand \(made up\) {2}-0,25 €\n/);
    assert.match(text, /Total {2}1\.234,56 €/);
  });
  test("says of a credit note what it is, and what it is for", () => {
    const note = { ...receipt, kind: "refund" as const, refundOf: "pay_1", amount: 400 };
    const text = formatReceiptText(note, "en-US");
    assert.match(text, /^REFUND\nBäckerei Süß\n/);
    assert.match(text, /\nRefunded {2}€4\.00\n\nCredit note r-1\nFor payment pay_1$/);
    assert.doesNotMatch(text, /Total/);
  });
  test("knows currencies without and with three decimal digits", () => {
    const yen = formatReceiptText({ ...receipt, currency: "jpy", amount: 1290 }, "ja-JP");
    const dinar = formatReceiptText({ ...receipt, currency: "kwd", amount: 1290 }, "en-US");
    assert.match(yen, /Total {2}[¥￥]1,290/);
    assert.match(dinar, /Total {2}KWD\s1\.290/);
  });
});
