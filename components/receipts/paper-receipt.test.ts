import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { drawPng, pngUri } from "#lib/testing/draw-picture.ts";
import {
  formatReaderTime,
  formatShopTime,
  formatWarrantyEnd,
  listAddressLines,
  readLogo,
  zonedTime,
} from "./paper-receipt.ts";

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
      [
        "shows the year 1 of a till without a clock as it was sent",
        { transactionDate: "0001-01-01T00:00:00Z", transactionTimezone: "Europe/Berlin" },
        "de-DE",
        "0001-01-01T00:00:00Z",
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
    ["does not convert the year 1", "0001-01-01T00:00:00Z", "Asia/Tokyo", undefined],
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
  assert.deepEqual(listAddressLines({ ...receipt, ...berlin }, false), ["10115 Berlin"]);
  const portland = {
    merchantCity: "Portland",
    merchantState: "OR",
    merchantPostalCode: "97205",
    merchantCountry: "US",
  };
  assert.deepEqual(listAddressLines({ ...receipt, ...portland }), ["Portland OR 97205", "US"]);
});

test("a warranty ends months after the day of the sale by the shop's clock", () => {
  const cases: [date: string, months: number, expected: string | undefined][] = [
    ["2026-03-15T12:00:00Z", 24, "March 2028"],
    ["2026-01-31T12:00:00Z", 1, "February 2026"],
    ["2026-12-31T23:30:00-05:00", 12, "December 2027"],
    ["2026-12-31T23:30:00", 1, "January 2027"],
    ["0001-01-01T00:00:00Z", 24, undefined],
    ["yesterday", 24, undefined],
  ];
  for (const [transactionDate, months, expected] of cases) {
    assert.equal(formatWarrantyEnd({ transactionDate }, { months, locale: "en-US" }), expected);
  }
  const tokyo = { transactionDate: "2026-12-31T16:00:00Z", transactionTimezone: "Asia/Tokyo" };
  assert.equal(formatWarrantyEnd(tokyo, { months: 1, locale: "de-DE" }), "Februar 2027");
});
