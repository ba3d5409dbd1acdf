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
  /** Of the share. */
  pinId: string;
  createdAt: string;
};

export type Lock = PasskeyLock | PinLock;
export type LockMethod = Lock["method"];

/**
 * Checks that the vault still exists before anything wrapped under its key is stored: another tab may have erased
 * or replaced it. Throws `vault_damaged`.
 */
export function requireVault(locks: readonly Lock[], vaultId: string): void {
  if (!locks.some((lock) => lock.vaultId === vaultId)) throw new WalletError("vault_damaged");
}

/** A private key under the vault key. */
export type StoredKey = WrappedKey & {
  keyId: string;
  publicKey: string;
  version: 1;
  /** `pending` until the service has confirmed it. */
  state: "pending" | "current" | "retired";
  createdAt: string;
  /** When the service took another key for new receipts; absent where this device does not know that. */
  replacedAt?: string | undefined;
};

/** What stays of a private key that the cardholder deleted: receipts that were sealed to it may be kept. */
export type DroppedKey = Pick<StoredKey, "publicKey" | "state" | "createdAt" | "replacedAt">;

/**
 * Identifies the card number of an unfinished registration. The hash of a typed number is encrypted, because card
 * numbers can be found by hashing candidates: under the vault key, or by earlier versions of this wallet sealed to the
 * card's own key. A visit's test card needs no such protection.
 */
export type Unfinished =
  | ({ kind: "wrapped" } & WrappedKey)
  | { kind: "sealed"; hash: Bytes }
  | { kind: "visit"; hashedPan: string };

/** What the device keeps about a card: never a number that was typed, its hash, or a key in the clear. */
export type StoredCard = {
  cardId: string;
  /** Where a member acts for it. */
  environment: Environment;
  /** Set for a card of a demo visit, whose calls are made as that visit. */
  session?: typeof VISIT;
  /** Empty where the bank knows the card, and this device does not. */
  last4: string;
  brand: CardBrand | null;
  /** Null until the service has confirmed the registration. */
  userId: string | null;
  /** Present until then. */
  unfinished?: Unfinished | undefined;
  keys: StoredKey[];
  droppedKeys?: readonly DroppedKey[] | undefined;
  createdAt: string;
  /** When the service confirmed the registration; absent for cards from before this was recorded, and restored ones. */
  registeredAt?: string | undefined;
  /** The cardholder's own name for it. */
  name?: string | undefined;
  /** Its place among the cards, once they have been arranged. */
  place?: number | undefined;
  /** Only of a test card that this wallet generated, so that the terminal can pay with it. */
  testNumber?: string | undefined;
  /** When a backup brought it here. */
  restoredAt?: string | undefined;
  /** When the bank let this device take the place of a lost one. */
  pairedAt?: string | undefined;
};

/** A key for which this device asks its bank to take the place of a lost one. */
export type StoredPairing = {
  /** Of the card that it becomes. */
  cardId: string;
  vaultId: string;
  environment: Environment;
  key: StoredKey;
  /** Of the newest code; absent until the service has answered. */
  pairingId?: string;
};

/** What the service last said of a card's receipts. */
type StoredList = KnownReceipts & { cardId: string };

/** A receipt that was viewed on this device. */
export type SeenReceipt = {
  paymentId: string;
  cardId: string;
  /** When it was last opened here. */
  openedAt?: string;
  /** Whether something contradicted it then. */
  hadAlarm?: boolean;
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

/** What the cardholder noted about a kept receipt, under the archive key (AES-256-GCM). */
export type StoredAnnotation = Omit<KeptReceipt, "keptAt">;

/** An answer of the cardholder that is no secret. */
type Choice = { name: "keeping"; value: boolean };

/** The key of what is remembered about signers, under the vault key. */
export type SignersKey = WrappedKey & { signersId: string };

/** That a merchant's key signed a receipt, under that key (AES-256-GCM): it names the shop. */
export type RememberedSigner = { id: string; signersId: string; iv: Bytes; ciphertext: Bytes };

interface WalletSchema extends DBSchema {
  locks: { key: LockMethod; value: Lock };
  cards: { key: string; value: StoredCard };
  lists: { key: string; value: StoredList };
  seen: { key: string; value: SeenReceipt; indexes: { cardId: string } };
  archive: { key: string; value: ArchiveKey };
  receipts: { key: string; value: KeptReceipt; indexes: { cardId: string } };
  annotations: { key: string; value: StoredAnnotation; indexes: { cardId: string } };
  choices: { key: Choice["name"]; value: Choice };
  signersKey: { key: string; value: SignersKey };
  signers: { key: string; value: RememberedSigner };
  pairings: { key: string; value: StoredPairing };
}

export type WalletDatabase = IDBPDatabase<WalletSchema>;

/** All stores; erasing the device clears them. */
export const storeNames = [
  "locks",
  "cards",
  "lists",
  "seen",
  "archive",
  "receipts",
  "annotations",
  "choices",
  "signersKey",
  "signers",
  "pairings",
] as const;

const name = "sealslip-wallet";

/**
 * Runs `use` on the device's database: one transaction, and a second time if the connection was lost. Throws
 * `storage_failed`.
 */
export async function onDevice<T>(use: (database: WalletDatabase) => Promise<T>): Promise<T> {
  try {
    return await withConnection(use).catch(async (error: unknown) => {
      if (!isLost(error)) throw error;
      reopenNextTime();
      return await withConnection(use);
    });
  } catch (error) {
    if (error instanceof DOMException) throw new WalletError("storage_failed", { cause: error });
    throw error;
  }
}

async function withConnection<T>(use: (database: WalletDatabase) => Promise<T>): Promise<T> {
  connection.database ??= openDatabase();
  return await use(await connection.database);
}

/** A browser may end the connection of a page in the background without an event. Safari calls that unknown. */
function isLost(error: unknown): boolean {
  return error instanceof DOMException && /^(InvalidState|Unknown)Error$/.test(error.name);
}

/** One connection for the lifetime of the page, opened on first use. */
const connection: { database?: Promise<WalletDatabase> | undefined } = {};

async function openDatabase(): Promise<WalletDatabase> {
  try {
    const database = await openDB<WalletSchema>(name, 4, {
      upgrade(changed, from) {
        if (from < 1) {
          changed.createObjectStore("locks", { keyPath: "method" });
          changed.createObjectStore("cards", { keyPath: "cardId" });
        }
        if (from < 2) {
          changed.createObjectStore("lists", { keyPath: "cardId" });
          changed
            .createObjectStore("seen", { keyPath: "paymentId" })
            .createIndex("cardId", "cardId");
          changed.createObjectStore("archive", { keyPath: "archiveId" });
          changed
            .createObjectStore("receipts", { keyPath: "paymentId" })
            .createIndex("cardId", "cardId");
        }
        if (from < 3) {
          changed.createObjectStore("signersKey", { keyPath: "signersId" });
          changed.createObjectStore("signers", { keyPath: "id" });
        }
        changed.createObjectStore("pairings", { keyPath: "cardId" });
        changed
          .createObjectStore("annotations", { keyPath: "paymentId" })
          .createIndex("cardId", "cardId");
        changed.createObjectStore("choices", { keyPath: "name" });
      },
      // Another tab is upgrading or deleting the database, and waits until this one closes it.
      blocking() {
        reopenNextTime();
        database.close();
      },
      // The browser closed it, for example because the site's data was cleared.
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
