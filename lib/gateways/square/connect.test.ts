import assert from "node:assert/strict";
import { test } from "node:test";
import { environments } from "#lib/core/vocabulary.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import { createSquare } from "./square.ts";
import { SQUARE_TEST_LOCATION, SQUARE_TEST_TOKEN } from "./testing/square-stand-in.ts";

const credentials = { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION };

test("production calls go to production, and all others to Square's sandbox", async (context) => {
  const origins: string[] = [];
  context.mock.method(globalThis, "fetch", async (url: string) => {
    origins.push(new URL(url).origin);
    return Response.error();
  });
  for (const environment of environments) {
    await createSquare(credentials, { environment }).check(patientSignal());
  }
  const sandbox = "https://connect.squareupsandbox.com";
  assert.deepEqual([...new Set(origins.slice(0, 2))], ["https://connect.squareup.com"]);
  assert.deepEqual([...new Set(origins.slice(2))], [sandbox]);
});
