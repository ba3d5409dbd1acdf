import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDevice } from "./describe-device.ts";

const gecko = "(KHTML, like Gecko)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";

const devices: [string | null, string][] = [
  [`${mac}/537.36 ${gecko} Chrome/141.0.0.0 Safari/537.36`, "Chrome on macOS"],
  [`${mac}/605.1.15 ${gecko} Version/18.5 Safari/605.1.15`, "Safari on macOS"],
  [`${windows} Gecko/20100101 Firefox/140.0`, "Firefox on Windows"],
  [
    `${windows} AppleWebKit/537.36 ${gecko} Chrome/141.0 Safari/537.36 Edg/141.0`,
    "Edge on Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${gecko} Chrome/141.0 Mobile Safari/1`, "Chrome on Android"],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) ${gecko} CriOS/141.0 Safari/604`, "Chrome on iPhone"],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${gecko} Chrome/141.0 Safari/537.36`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (Linux; U; Tizen 2.0)", "Linux"],
  ["curl/8.14.1", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
];

for (const [userAgent, device] of devices) {
  test(`${userAgent} is ${device}`, () => assert.equal(describeDevice(userAgent), device));
}
