import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addressBlock, parseAddress } from "./addresses.ts";

describe("addressBlock", () => {
  const blocks: [string, string][] = [
    ["192.0.2.7", "192.0.2.7"],
    ["unknown", "unknown"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:1:2:3:4", "2001:db8:0:0::/64"],
    ["2001:0DB8:00a1:2:ffff:2:3:4", "2001:db8:a1:2::/64"],
    ["2001:db8:1:2:3:4:5::", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
  ];
  for (const [address, block] of blocks) {
    test(`${address} is in ${block}`, () => assert.equal(addressBlock(address), block));
  }
});

describe("parseAddress", () => {
  const written: [string, string | undefined][] = [
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:5555", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["2001:0DB8:3:0:0:0:0:1", "2001:db8:3::1"],
    ["[2001:db8:3::1]", "2001:db8:3::1"],
    ["[2001:db8:3::1]:4000", "2001:db8:3::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::1", "::1"],
    ["", undefined],
    ["x", undefined],
    ["unknown", undefined],
    ["010.1.1.1", undefined],
    ["1.1.1.1%0a", undefined],
    ["1.1.1", undefined],
    ["1.1.1.256", undefined],
    ["1.1.1.1:", undefined],
    ["1.1.1.1:123456", undefined],
    ["[1.1.1.1]:80", undefined],
    ["[2001:db8::1", undefined],
    ["2001:db8:::1", undefined],
    ["::1\n::2", undefined],
  ];
  for (const [text, address] of written) {
    test(`${JSON.stringify(text)} is ${address}`, () => assert.equal(parseAddress(text), address));
  }
});
