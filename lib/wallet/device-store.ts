import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { VISIT } from "#lib/accounts/contract-wallet.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import type { CardBrand } from "./card-number.ts";
import type { WrappedKey } from "./gcm-wrap.ts";
import type { KnownReceipts } from "./listed-receipt.ts";
import { WalletError } from "./wallet-error.ts";

/** The vault key under a key that only a passkey gives. */
export type PasskeyLock = WrappedKey & {
  method: "passkey";
  vaultId: string;
  credentialId: Bytes;
  salt: Bytes;
  createdAt: string;
};

/** The vault key under a key that only the PIN and the service's share give. */
export type PinLock = WrappedKey & {
  method: "pin";
  vaultId: string;
  salt: Bytes;
  iterations: number;
  /** Of the share; none in a lock of earlier versions, which the PIN alone opens. */
  pinId?: string;
  /** Attempts since the last correct one; with a share, as the service last said, and only to be shown. */
  failures: number;
  /** Milliseconds since 1970: no attempt before it. The same goes for it. */
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

/** What the device keeps about a card: never a number that was typed, a hash of it, or a key in the clear. */
export type StoredCard = {
  cardId: string;
  /** Where a member acts for it. */
  environment: Environment;
  /** Of a card that a visit of the demo has registered: it is called for as that visit. */
  session?: typeof VISIT;
  last4: string;
  brand: CardBrand | null;
  /** Null until the service has confirmed the registration. */
  userId: string | null;
  keys: StoredKey[];
  createdAt: string;
  /** The cardholder's own name for it. */
  name?: string | undefined;
  /** Its place among the cards, once they have been arranged. */
  place?: number | undefined;
  /** Of a test card that this wallet generated, which belongs to nobody: the terminal pays with it. */
  testNumber?: string | undefined;
  /** When a backup brought it here. */
  restoredAt?: string | undefined;
};

/** What the service last said of a card's receipts. */
type StoredList = KnownReceipts & { cardId: string };

/** A receipt that was looked at on this device. */
export type SeenReceipt = {
  paymentId: string;
  cardId: string;
  /** When it was last opened here, of which nothing else is left unless it is kept. */
  openedAt?: string;
};

/** The key of kept receipts, under the vault key. While there is one, opened receipts are kept. */
export type ArchiveKey = WrappedKey & { archiveId: string };

/** An opened receipt under the archive key (AES-256-GCM). */
export type KeptReceipt = {
  paymentId: string;
  cardId: string;
  archiveId: string;
  iv: Bytes;
  ciphertext: Bytes;
  keptAt: string;
};

interface WalletSchema extends DBSchema {
  locks: { key: LockMethod; value: Lock };
  cards: { key: string; value: StoredCard };
  lists: { key: string; value: StoredList };
  seen: { key: string; value: SeenReceipt; indexes: { cardId: string } };
  archive: { key: string; value: ArchiveKey };
  receipts: { key: string; value: KeptReceipt; indexes: { cardId: string } };
}

export type WalletDatabase = IDBPDatabase<WalletSchema>;

/** Everything that erasing the device clears. */
export const storeNames = ["locks", "cards", "lists", "seen", "archive", "receipts"] as const;

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
    const database = await openDB<WalletSchema>(name, 2, {
      upgrade(changed, from) {
        if (from < 1) {
          changed.createObjectStore("locks", { keyPath: "method" });
          changed.createObjectStore("cards", { keyPath: "cardId" });
        }
        changed.createObjectStore("lists", { keyPath: "cardId" });
        changed.createObjectStore("seen", { keyPath: "paymentId" }).createIndex("cardId", "cardId");
        changed.createObjectStore("archive", { keyPath: "archiveId" });
        changed
          .createObjectStore("receipts", { keyPath: "paymentId" })
          .createIndex("cardId", "cardId");
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
