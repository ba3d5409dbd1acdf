import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { requireStrongPassword } from "./require-strong-password.ts";

const check = (password: string) =>
  requireStrongPassword({
    field: "password",
    password,
    email: "tom.smith@cornerbakery.example",
    known: ["Corner Bakery"],
  });

describe("refuses", () => {
  const guessable = [
    "football1234",
    "Summer2026!!",
    "correcthorsebatterystaple",
    "correct horse battery staple",
    "Correct-Horse-Battery-Staple-1",
    "May the Force be with you!",
    "München2026!!",
    "tom.smith.1987",
    "Tom-Smith_1987!",
    "smithtom1987",
    "Bakery-Owner-2026",
    "cornerbakery123",
    "Corner Bakery 123",
    "C0rnerB4kery!!",
    "sealslip-2026!",
  ];
  for (const password of guessable) {
    test(password, async () => {
      const details = /^password: is easy to guess/;
      await assert.rejects(check(password), { code: "invalid_request", details });
    });
  }
});

describe("takes", () => {
  const strong = [
    "seven lanterns over the quay",
    "a long and winding road",
    "four words in a row",
    "Kx8#mQ2vLp9z",
    "x!#9$%@2^&*Q",
    "{%|~^]&<*;=?@",
    "fünf Störche überm Hafen",
    "海の上の七つの灯籠を数える",
  ];
  for (const password of strong) test(password, () => check(password));
});
