import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnHost, readHandoverLink, writeHandoverLink } from "./handover-link.ts";

const card = { hashedPan: "0a".repeat(32), last4: "0420", brand: null };

test("a link holds everything behind its #, and is read as it was written", () => {
  const link = writeHandoverLink("https://receipts.example", { code: "go_1", card });
  const { origin, pathname, search, hash } = new URL(link);
  assert.deepEqual([origin, pathname, search], ["https://receipts.example", "/demo", ""]);
  assert.deepEqual(readHandoverLink(hash), { code: "go_1", card });
});

test("anything else is no link", () => {
  const { hashedPan } = card;
  const hashes = [
    "",
    "#",
    "#pay",
    `#card=${hashedPan}&last4=0420`,
    `#code=go_1&card=${hashedPan}`,
    "#code=go_1&card=4242424242424242&last4=4242",
    `#code=go_1&card=${hashedPan}&last4=<b>`,
  ];
  for (const hash of hashes) assert.equal(readHandoverLink(hash), undefined, hash);
});

test("a host that is another one on each device", () => {
  for (const host of ["localhost", "demo.localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    assert.ok(isOwnHost(host), host);
  }
  for (const host of ["192.168.1.20", "receipts.example", "localhost.example", "10.127.0.1"]) {
    assert.ok(!isOwnHost(host), host);
  }
});
