import type { CDPSession, Page } from "@playwright/test";
import { serveModules } from "./crypto-page.ts";

export const walletOrigin = "https://wallet.test";
export const previousValue = "what the call before returned";

export type Outcome = { value: unknown } | { reason: string; retryAt: number | undefined };

/** A page with nothing but the modules of lib/wallet in reach. */
export async function openWalletPage(page: Page): Promise<void> {
  await serveModules(page, walletOrigin);
  await page.goto(walletOrigin);
}

/**
 * Calls one exported function of lib/wallet in the page. A failure must be a WalletError: its
 * reason is the outcome, and any other failure ends the test. Among the members of the last argument,
 * `observe: true` collects what happens (readObservations), and `previousValue` stands for what the
 * call before returned, which may be a key.
 */
export async function callWallet(
  page: Page,
  file: string,
  name: string,
  ...args: unknown[]
): Promise<Outcome> {
  return await page.evaluate(
    async ({ url, functionName, given, marker }) => {
      const last = given.at(-1);
      if (typeof last === "object" && last !== null) {
        for (const [member, value] of Object.entries(last)) {
          if (value === marker) Reflect.set(last, member, Reflect.get(globalThis, "returned"));
        }
        if ("observe" in last) {
          const seen: unknown[] = [];
          Object.assign(globalThis, { seen });
          Object.assign(last, { observe: (observation: unknown) => seen.push(observation) });
        }
      }
      const module = await import(url);
      try {
        const value = await module[functionName](...given);
        Object.assign(globalThis, { returned: value });
        return { value };
      } catch (error) {
        if (!(error instanceof Error) || error.name !== "WalletError") throw error;
        return {
          reason: String(Reflect.get(error, "reason")),
          retryAt: Reflect.get(error, "retryAt"),
        };
      }
    },
    {
      url: `${walletOrigin}/lib/wallet/${file}`,
      functionName: name,
      given: args,
      marker: previousValue,
    },
  );
}

/** What the last observed call reported, in order. */
export async function readObservations(page: Page): Promise<Record<string, unknown>[]> {
  return await page.evaluate(() => Reflect.get(globalThis, "seen"));
}

/** Everything that the page keeps: IndexedDB as JSON with bytes in hex, caches, both web storages. */
export async function readStorage(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await settle(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        kept.push(await settle(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      for (const response of await (await caches.open(name)).matchAll()) {
        kept.push(response.url, await response.text());
      }
    }
    return JSON.stringify(kept, (_, value) =>
      value instanceof Uint8Array
        ? Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("")
        : value,
    );

    function settle<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    }
  });
}

/** Flips one bit of the wrapped private key of every card, or gives the cards another id. */
export async function damageCards(page: Page, damage: "flip_a_bit" | "move"): Promise<void> {
  await page.evaluate(async (kind) => {
    const url = "/node_modules/idb/build/index.js";
    const { openDB } = await import(url);
    const database = await openDB("sealslip-wallet");
    for (const card of await database.getAll("cards")) {
      await database.delete("cards", card.cardId);
      for (const key of card.keys) if (kind === "flip_a_bit") key.wrapped[40] ^= 1;
      const cardId = kind === "move" ? `${card.cardId}-moved` : card.cardId;
      await database.put("cards", { ...card, cardId });
    }
    database.close();
  }, damage);
}

export type Authenticator = {
  setUserVerified(verified: boolean): Promise<void>;
  remove(): Promise<void>;
};

/** A device with passkeys: with PRF, each use of a passkey gives a key as well. */
export async function addAuthenticator(
  page: Page,
  { prf = true }: { prf?: boolean } = {},
): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasPrf: prf,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setUserVerified(isUserVerified) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async remove() {
      await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}
