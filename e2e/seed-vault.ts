import { randomBytes, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createCaller } from "#lib/browser/api.ts";
import { decodeBase64Url, encodeBase64Url } from "#lib/crypto/bytes.ts";
import { blindInput, finalizeOutput } from "#lib/crypto/oprf.ts";
import type { PinLock } from "#lib/wallet/device-store.ts";
import { wrapKey } from "#lib/wallet/gcm-wrap.ts";
import { stretchPin } from "#lib/wallet/password-key.ts";
import { derivePinKeys } from "#lib/wallet/pin-lock.ts";

export const pin = "481597";

// A vault says itself how often to iterate; what `createVault` chooses costs each PIN half a second.
const ITERATIONS = 1000;

/**
 * Puts a vault that `pin` opens on the device, where the test is about what comes after it. The page must be
 * one of the origin whose storage it is.
 */
export async function seedVault(page: Page, chosenPin = pin): Promise<void> {
  const lock = await createCheapLock(chosenPin);
  await page.evaluate(async (stored) => {
    const opening = indexedDB.open("sealslip-wallet", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("locks", { keyPath: "method" });
      opening.result.createObjectStore("cards", { keyPath: "cardId" });
    };
    await settle(opening);
    await settle(opening.result.transaction("locks", "readwrite").objectStore("locks").add(stored));
    opening.result.close();

    function settle(request: IDBRequest): Promise<unknown> {
      return new Promise((resolve, reject) => {
        request.onsuccess = resolve;
        request.onerror = () => reject(request.error);
      });
    }
  }, lock);
}

/** The service has its share of this PIN, as of any other. */
async function createCheapLock(chosenPin: string): Promise<PinLock> {
  const { api } = createCaller({ baseUrl: `http://localhost:${process.env.E2E_PORT}` });
  const stretching = { salt: new Uint8Array(randomBytes(32)), iterations: ITERATIONS };
  const input = await stretchPin(chosenPin, stretching);
  const { blind, blinded } = blindInput(input);
  const body = { blinded: encodeBase64Url(blinded) };
  const { pinId, evaluated } = await api("POST /api/wallet/pins", { body });

  const vaultId = randomUUID();
  const output = finalizeOutput({ input, blind, evaluated: decodeBase64Url(evaluated) });
  const { under, proof } = await derivePinKeys(output, { ...stretching, vaultId });
  await api("POST /api/wallet/pins/{pinId}/confirm", {
    params: { pinId },
    body: { proof: encodeBase64Url(proof) },
  });

  const aes = { name: "AES-GCM", length: 256 };
  const key = await crypto.subtle.generateKey(aes, true, ["wrapKey", "unwrapKey"]);
  const binding = ["sealslip vault key", 1, vaultId, "pin"] as const;
  const createdAt = new Date().toISOString();
  const wrapped = await wrapKey({ key, under, binding });
  return { method: "pin", vaultId, createdAt, ...stretching, pinId, ...wrapped };
}
