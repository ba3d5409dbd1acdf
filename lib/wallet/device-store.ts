import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { VISIT } from "#lib/accounts/contract-wallet.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import type { CardBrand } from "./card-number.ts";
import type { WrappedKey } from "./gcm-wrap.ts";
import { WalletError } from "./wallet-error.ts";

/** The vault key under a key that only a passkey gives. */
export type PasskeyLock = WrappedKey & {
  method: "passkey";
  vaultId: string;
  credentialId: Bytes;
  salt: Bytes;
  createdAt: string;
};

/** The vault key under a key that only the PIN gives, and how often it was guessed wrong. */
export type PinLock = WrappedKey & {
  method: "pin";
  vaultId: string;
  salt: Bytes;
  iterations: number;
  /** Attempts since the last correct one, including the current one. */
  failures: number;
  /** Milliseconds since 1970: no attempt before it. */
  notBefore: number;
  createdAt: string;
};

export type Lock = PasskeyLock | PinLock;
export type LockMethod = Lock["method"];

/** A private key under the vault key. */
export type StoredKey = WrappedKey & {
  keyId: string;
  publicKey: string;
  version: 1;
  /** `pending` until the service has confirmed it. */
  state: "pending" | "current" | "retired";
  createdAt: string;
};

/** Everything the device keeps about a card: never its number, a hash of it, or a key in the clear. */
export type StoredCard = {
  cardId: string;
  environment: Environment;
  /** Of a card that a visit of the demo has registered: it is called for as that visit. */
  session?: typeof VISIT;
  last4: string;
  brand: CardBrand | null;
  /** Null until the service has confirmed the registration. */
  userId: string | null;
  keys: StoredKey[];
  createdAt: string;
};

interface WalletSchema extends DBSchema {
  locks: { key: LockMethod; value: Lock };
  cards: { key: string; value: StoredCard };
}

export type WalletDatabase = IDBPDatabase<WalletSchema>;

const name = "sealslip-wallet";

/** Runs `use` on the device's database. Throws `storage_failed`. */
export async function onDevice<T>(use: (database: WalletDatabase) => Promise<T>): Promise<T> {
  connection.database ??= openDatabase();
  const database = await connection.database;
  try {
    return await use(database);
  } catch (error) {
    if (error instanceof DOMException) throw new WalletError("storage_failed", { cause: error });
    throw error;
  }
}

/** One for the page's lifetime, opened when it is first needed. */
const connection: { database?: Promise<WalletDatabase> | undefined } = {};

async function openDatabase(): Promise<WalletDatabase> {
  try {
    const database = await openDB<WalletSchema>(name, 1, {
      upgrade(created) {
        created.createObjectStore("locks", { keyPath: "method" });
        created.createObjectStore("cards", { keyPath: "cardId" });
      },
      // Another tab upgrades or deletes the database, and would wait for this one forever.
      blocking() {
        reopenNextTime();
        database.close();
      },
      // The browser closed it, as it does when the person clears the site's data.
      terminated: reopenNextTime,
    });
    return database;
  } catch (error) {
    reopenNextTime();
    throw new WalletError("storage_failed", { cause: error });
  }
}

function reopenNextTime(): void {
  connection.database = undefined;
}

export type StorageHealth = {
  /** `at_risk`: the browser may delete the keys when space gets short. */
  state: "kept" | "at_risk" | "unknown";
  usedBytes: number | undefined;
  availableBytes: number | undefined;
};

/** Whether the browser promises to keep what the wallet stores. */
export async function readStorageHealth(): Promise<StorageHealth> {
  const [persisted, estimate] = await Promise.all([
    navigator.storage?.persisted?.(),
    navigator.storage?.estimate?.(),
  ]);
  return {
    state: nameState(persisted),
    usedBytes: estimate?.usage,
    availableBytes: estimate?.quota,
  };
}

/** Requests that promise; some browsers ask the person, others decide on their own. */
export async function askForPersistence(): Promise<StorageHealth> {
  await navigator.storage?.persist?.();
  return await readStorageHealth();
}

function nameState(persisted: boolean | undefined): StorageHealth["state"] {
  if (persisted === undefined) return "unknown";
  return persisted ? "kept" : "at_risk";
}
