import { randomBytes, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { PinLock } from "#lib/wallet/device-store.ts";
import { wrapKey } from "#lib/wallet/gcm-wrap.ts";
import { derivePasswordKey } from "#lib/wallet/password-key.ts";

export const pin = "481597";

// A vault says itself how often to iterate; what `createVault` chooses costs each PIN half a second.
const ITERATIONS = 1000;

/**
 * Puts a vault that `pin` opens on the device, where the test is about what comes after it. It is one of
 * an earlier version, which gets its share of the PIN at the first unlock. The page must be one of the
 * origin whose storage it is.
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

async function createCheapLock(password: string): Promise<PinLock> {
  const salt = new Uint8Array(randomBytes(32));
  const under = await derivePasswordKey({
    password,
    salt,
    iterations: ITERATIONS,
    usages: ["wrapKey"],
  });
  const aes = { name: "AES-GCM", length: 256 };
  const key = await crypto.subtle.generateKey(aes, true, ["wrapKey", "unwrapKey"]);
  const vaultId = randomUUID();
  const binding = ["sealslip vault key", 1, vaultId, "pin"] as const;
  return {
    method: "pin",
    vaultId,
    createdAt: new Date().toISOString(),
    salt,
    iterations: ITERATIONS,
    failures: 0,
    notBefore: 0,
    ...(await wrapKey({ key, under, binding })),
  };
}
