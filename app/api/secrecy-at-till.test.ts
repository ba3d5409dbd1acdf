import assert from "node:assert/strict";
import { test } from "node:test";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { grant, randomHashedPan, type TestCardholder } from "#lib/testing/api-client.ts";
import { addPair, createPair, registerPair, type TestPair } from "#lib/testing/device-keys.ts";
import { dumpDatabase } from "#lib/testing/dump-database.ts";
import { takeHeapSnapshot } from "#lib/testing/secrecy/heap-snapshot.ts";
import { findMarkers } from "#lib/testing/secrecy/marker.ts";
import { canReadMemory, readMemory } from "#lib/testing/secrecy/process-memory.ts";
import { openShop, type Sealer } from "#lib/testing/secrecy/shop.ts";
import { type SecrecyStage, startSecrecyStage } from "#lib/testing/secrecy/stage.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { until } from "#lib/testing/until.ts";

// Each payment is made twice: its receipt is sealed at the till, and that of its twin by the service. Every search is
// for the words of both, and has to find those of the service where it holds, sends, or is sent them.

const PAYMENTS = 100;
const TILLS = 10;
const sealers = ["till", "service"] as const;

const stage: SecrecyStage = setUp(startSecrecyStage);
const shop = setUp(async () => openShop(stage.api));

/** Payments that the provider has not answered yet: their requests are still in the processes. */
const underWay: { answer(): void; paid: Promise<unknown> }[] = [];

test("a hundred payments are sealed at the till, and a hundred by the service", async () => {
  const [rsa, p256, tablet] = [
    await createPair("RSA-2048"),
    await createPair("P-256"),
    await createPair("P-256"),
  ];
  const holders = [await registerPair(stage.api, rsa), await registerPair(stage.api, p256)];
  const family = await registerPair(stage.api, { ...rsa, keyId: "of-the-family" });
  for (const pair of [p256, tablet]) await addPair(stage.api, family, pair);
  const [registeredLater, neverRegistered] = [randomHashedPan(), randomHashedPan()];
  const cards = [...holders, family].map(({ hashedPan }) => hashedPan);
  const sold = await sell([...cards, registeredLater, neverRegistered]);
  assert.equal(sold.length, 2 * PAYMENTS);

  const late = await registerPair(stage.api, p256, registeredLater);
  const devices = [p256, tablet].map((pair) => ({ ...family, ...pair }));
  for (const holder of [...holders, family, ...devices, late]) await openBoth(sold, holder);
  await refuse(sold);
});

