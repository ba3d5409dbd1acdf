import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { openExchange } from "./exchange.ts";

after(() => setTestConfig({}));

function addressOf(socket: string | undefined, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { "X-Forwarded-For": forwarded };
  const request = new Request("http://localhost/", { headers });
  return openExchange(request, "/", socket).address;
}

type Row = [socket: string | undefined, forwarded: string | undefined, address: string];

const tables: Record<string, Row[]> = {
  "0": [
    ["203.0.113.1", undefined, "203.0.113.1"],
    ["203.0.113.1", "198.51.100.7", "203.0.113.1"],
    ["::ffff:203.0.113.1", undefined, "203.0.113.1"],
    ["2001:db8::1", undefined, "2001:db8::1"],
    ["::1", "198.51.100.7", "::1"],
    [undefined, "198.51.100.7", "unknown"],
  ],
  "1": [
    ["10.0.0.1", "198.51.100.7", "198.51.100.7"],
    ["10.0.0.1", "198.51.100.9, 198.51.100.7", "198.51.100.7"],
    ["10.0.0.1", " 198.51.100.9 ,198.51.100.7 ", "198.51.100.7"],
    ["10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "203.0.113.7:5555", "203.0.113.7"],
    ["10.0.0.1", "[2001:DB8:3::1]:4000", "2001:db8:3::1"],
    ["10.0.0.1", "x", "unknown"],
    ["10.0.0.1", "010.1.1.1", "unknown"],
    ["10.0.0.1", "198.51.100.7,", "unknown"],
    ["10.0.0.1", "", "unknown"],
  ],
  "2": [
    ["10.0.0.1", "198.51.100.9, 198.51.100.7, 10.0.0.2", "198.51.100.7"],
    ["10.0.0.1", "198.51.100.7, 10.0.0.2", "198.51.100.7"],
    // Somebody came past the outer proxy: nothing to the left of what was seen can be trusted.
    ["10.0.0.1", "198.51.100.7", "198.51.100.7"],
  ],
};

for (const [proxies, rows] of Object.entries(tables)) {
  describe(`behind ${proxies} proxies`, () => {
    for (const [socket, forwarded, address] of rows) {
      test(`${socket} forwarded for ${forwarded}`, () => {
        setTestConfig({ TRUSTED_PROXIES: proxies });
        assert.equal(addressOf(socket, forwarded), address);
      });
    }
  });
}
