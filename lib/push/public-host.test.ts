import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { postMessage } from "./post-message.ts";
import { isPublicAddress, resolvePublicHost } from "./public-host.ts";

const internal = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.8.9.10",
  "161.26.0.10",
  "166.11.255.255",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.2.1",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "::127.0.0.1",
  "64:ff9b::10.0.0.1",
  "2001:0:4136:e378::1",
  "2002:7f00:1::",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
];
const external = [
  "1.1.1.1",
  "166.12.0.1",
  "168.63.129.17",
  "100.63.255.255",
  "172.32.0.1",
  "192.169.0.1",
  "2606:4700::1111",
];

describe("an address", () => {
  for (const address of internal) {
    test(`${address} is not public`, () => assert.equal(isPublicAddress(address), false));
  }
  for (const address of external) {
    test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
  }
});

describe("an endpoint", () => {
  const refused = [
    "http://push.example/1",
    "https://push.example:8443/1",
    "https://user:secret@push.example/1",
    "https://127.0.0.1/1",
    "https://2130706433/1",
    "https://0x7f.1/1",
    "https://[::1]/1",
    "https://[::ffff:a00:1]/1",
    "https://169.254.169.254/latest/meta-data",
  ];
  for (const endpoint of refused) {
    test(`${endpoint} is refused, and nothing is sent`, async () => {
      await assert.rejects(
        resolvePublicHost(endpoint, async () => external),
        RangeError,
      );
      const message = { endpoint, headers: {}, body: new Uint8Array() };
      await assert.rejects(postMessage(message), RangeError);
    });
  }

  for (const address of internal) {
    test(`whose name leads to ${address}, beside a public one, is refused`, async () => {
      const resolve = async () => ["1.1.1.1", address];
      await assert.rejects(resolvePublicHost("https://push.example/1", resolve), RangeError);
    });
  }

  test("with no address at the moment is not refused for good", async () => {
    await assert.rejects(
      resolvePublicHost("https://push.example/1", async () => []),
      (error) => !(error instanceof RangeError),
    );
  });

  test("leads to the addresses that were checked", async () => {
    const found = await resolvePublicHost("https://push.example/1", async () => external);
    assert.deepEqual(found.slice(-2), [
      { address: "192.169.0.1", family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ]);
  });
});
