import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { postMessage, requirePushService } from "./post-message.ts";

describe("an endpoint is refused, and nothing is sent", () => {
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
    "https://localhost/1",
  ];
  for (const endpoint of refused) {
    test(endpoint, async () => {
      const expected = { name: "OutboundError", reason: "address_not_allowed" };
      await assert.rejects(requirePushService(endpoint), expected);
      const message = { endpoint, headers: {}, body: new Uint8Array() };
      await assert.rejects(postMessage(message), expected);
    });
  }
});
