import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isAllowed } from "./address.ts";

/** Of clouds and of whole networks: refused for calls of any reach. */
const never = [
  "0.0.0.0",
  "100.100.100.200",
  "161.26.0.10",
  "166.11.255.255",
  "168.63.129.16",
  "169.254.0.1",
  "169.254.169.254",
  "192.0.0.192",
  "192.0.2.1",
  "192.31.196.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:a9fe:a9fe",
  "::ffff:0:127.0.0.1",
  "64:ff9b::10.0.0.1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::7f00:1",
  "100::1",
  "2001:0:4136:e378::1",
  "2001:2::1",
  "2001:10::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2620:4f:8000::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fe80::1",
  "fe80::1%eth0",
  "2606:4700::1111%eth0",
  "fec0::1",
  "ff02::1",
];

const ofThisMachine = ["127.0.0.1", "127.8.9.10", "127.255.255.255", "::1"];

const ofThisNetwork = [
  "10.1.2.3",
  "100.64.0.1",
  "100.127.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "fc00::1",
  "fd12:3456::1",
];

const external = [
  "1.1.1.1",
  "100.63.255.255",
  "100.128.0.1",
  "166.12.0.1",
  "168.63.129.17",
  "172.32.0.1",
  "192.169.0.1",
  "2001:4860:4860::8888",
  "2606:4700::1111",
];

const reaches = ["public", "loopback", "any"] as const;

const notAddresses = ["", "localhost", "127.1", "0x7f.0.0.1", "2130706433", "[::1]", "1.1.1.1 "];

describe("an address", () => {
  for (const address of [...never, ...notAddresses]) {
    test(`${address} is never called`, () => {
      for (const reach of reaches) assert.equal(isAllowed(address, reach), false);
    });
  }
  for (const address of ofThisMachine) {
    test(`${address} is called where this machine may be`, () => {
      assert.equal(isAllowed(address, "public"), false);
      assert.equal(isAllowed(address, "loopback"), true);
      assert.equal(isAllowed(address, "any"), true);
    });
  }
  for (const address of ofThisNetwork) {
    test(`${address} is called where any network may be`, () => {
      assert.equal(isAllowed(address, "public"), false);
      assert.equal(isAllowed(address, "loopback"), false);
      assert.equal(isAllowed(address, "any"), true);
    });
  }
  for (const address of external) {
    test(`${address} is public`, () => {
      for (const reach of reaches) assert.equal(isAllowed(address, reach), true);
    });
  }
});
