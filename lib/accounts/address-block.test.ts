import assert from "node:assert/strict";
import { test } from "node:test";
import { addressBlock } from "./tries.ts";

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
  test(`${address} is of ${block}`, () => assert.equal(addressBlock(address), block));
}
