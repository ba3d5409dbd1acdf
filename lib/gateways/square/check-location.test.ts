import assert from "node:assert/strict";
import { test } from "node:test";
import type { Gateway } from "#lib/gateways/gateway.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { squareScopes } from "./contract.ts";
import { createSquare } from "./square.ts";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  startSquareStandIn,
} from "./testing/square-stand-in.ts";

const standIn = setUp(startSquareStandIn);
const credentials = { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION };

function open(changes: Partial<typeof credentials> = {}): Gateway {
  const place = { baseUrl: standIn.url, environment: "development" } as const;
  return createSquare({ ...credentials, ...changes }, place);
}

test("the location is part of what is checked", async () => {
  const check = () => open().check(patientSignal());
  const elsewhere = open({ locationId: "LOTHER" });
  assert.deepEqual(await elsewhere.check(patientSignal()), {
    kind: "refused",
    reason: "not_found",
  });
  standIn.setLocation({ capabilities: [] });
  assert.deepEqual(await check(), { kind: "refused", reason: "locationId: takes no cards" });
  standIn.setLocation({ status: "INACTIVE" });
  assert.deepEqual(await check(), { kind: "refused", reason: "locationId: is not active" });
  standIn.setLocation({ status: "ACTIVE", capabilities: ["CREDIT_CARD_PROCESSING"] });
  assert.equal((await check()).kind, "ok");
});

test("a token has to have every permission that payments need", async () => {
  const check = () => open().check(patientSignal());
  standIn.setScopes(["MERCHANT_PROFILE_READ", "PAYMENTS_READ", "ORDERS_READ", "ORDERS_WRITE"]);
  assert.deepEqual(await check(), {
    kind: "refused",
    reason: "permissions",
    missing: ["PAYMENTS_WRITE"],
  });
  standIn.setScopes([...squareScopes, "ITEMS_READ"]);
  assert.equal((await check()).kind, "ok");
  standIn.setScopes([]);
});
