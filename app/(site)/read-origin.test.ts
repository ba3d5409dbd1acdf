import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readOrigin } from "./read-origin.ts";

const cases: { name: string; headers: Record<string, string>; expected: string }[] = [
  { name: "a host", headers: { host: "localhost:3000" }, expected: "http://localhost:3000" },
  {
    name: "a proxy that ends TLS",
    headers: { host: "receipts.example", "x-forwarded-proto": "https" },
    expected: "https://receipts.example",
  },
  {
    name: "a chain of proxies",
    headers: { host: "receipts.example", "x-forwarded-proto": "https, http" },
    expected: "https://receipts.example",
  },
  { name: "an IPv6 address", headers: { host: "[::1]:3000" }, expected: "http://[::1]:3000" },
  { name: "no host", headers: {}, expected: "http://localhost:3000" },
  {
    name: "a host that would run as a command",
    headers: { host: "x.example;$(id)" },
    expected: "http://localhost:3000",
  },
];

describe("readOrigin", () => {
  for (const { name, headers, expected } of cases) {
    it(`reads ${name}`, () => {
      assert.equal(readOrigin(new Headers(headers)), expected);
    });
  }
});
