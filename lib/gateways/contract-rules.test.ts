import assert from "node:assert/strict";
import { test } from "node:test";
import { gateways } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "./contract-rules.ts";
import { gatewayTitles } from "./contract-titles.ts";

test("every gateway of the API has its rules and a title of its own", () => {
  assert.deepEqual(Object.keys(gatewayRules).sort(), [...gateways].sort());
  assert.equal(new Set(Object.values(gatewayTitles)).size, gateways.length);
});

test("what derives the amount from the items gives them to the provider too", () => {
  // Otherwise the provider could not check the amount, and the receipt would name what was not charged.
  for (const gateway of gateways) {
    const { amount, chargesItems } = gatewayRules[gateway];
    assert.ok(amount === "sent" || chargesItems, gateway);
  }
});
