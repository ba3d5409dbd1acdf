import type { Archive } from "./archive-key.ts";
import { findKey, listCards, type StoredCard } from "./cards.ts";
import { declineKeeping } from "./kept-state.ts";
import type { AnyConsent, Observe } from "./observation.ts";
import { fetchAndOpen, type ReceiptReference, recordOpened } from "./receipts.ts";
import type { SealedContent } from "./till-content.ts";
import { type CardKey, type UnlockedKey, withUnlockedKeys } from "./unlocked-key.ts";
import { WalletError, type WalletFailure } from "./wallet-error.ts";

const IN_FLIGHT = 3;

/** Where the service does not say when to try again. */
const USUAL_WAIT_MS = 5_000;
/** The service's limits are per minute; a longer wait is left to the cardholder. */
const MAX_WAIT_MS = 65_000;

export type Progress =
  | { kind: "opened"; paymentId: string; receipt: SealedContent }
  | { kind: "failed"; paymentId: string; reason: WalletFailure }
  /** The service takes the next call then, in milliseconds since 1970. */
  | { kind: "waiting"; until: number };

type Options = {
  consent: AnyConsent;
  /** The answer where the consent asked whether to keep what is opened. */
  keeps?: boolean | undefined;
  observe?: Observe | undefined;
  /** Ends it; what is being opened is still finished. */
  stop: AbortSignal;
  onProgress: (progress: Progress) => void;
};

type Opening = { reference: ReceiptReference; card: StoredCard; userId: string; keyAt: number };

/**
 * Opens receipts with one consent, each with a grant of its own. What fails for its own reasons is reported and left;
 * what would fail for the others as well, such as a lost connection, ends it. Throws WalletError.
 */
export async function openAll(
  receipts: readonly ReceiptReference[],
  { consent, keeps, observe, stop, onProgress }: Options,
): Promise<void> {
  const { keys, openings, withoutKey } = await prepare(receipts);
  for (const paymentId of withoutKey) {
    onProgress({ kind: "failed", paymentId, reason: "other_key" });
  }
  if (openings.length === 0) return;
  const needed = { keys, consent, observe, startsKeeping: keeps };
  await withUnlockedKeys(needed, async ({ keys: unlocked, archive }) => {
    if (keeps === false) await declineKeeping().catch(() => undefined);
    const queue = openings.values();
    const end = new AbortController();
    const stopped = AbortSignal.any([stop, end.signal]);
    const calls = { consent, archive, observe, onProgress, stopped, pause: { until: 0 } };

    async function work(): Promise<void> {
      while (!stopped.aborted) {
        const { value: opening, done } = queue.next();
        if (done) return;
        await openOne(opening, unlocked[opening.keyAt], calls);
      }
    }

    const workers = Array.from({ length: IN_FLIGHT }, () =>
      work().catch((error: unknown) => {
        end.abort();
        throw error;
      }),
    );
    // Those that are under way are finished before the keys are forgotten.
    const [failure] = (await Promise.allSettled(workers)).filter(
      ({ status }) => status === "rejected",
    );
    if (failure?.status === "rejected") throw failure.reason;
  });
}

/** Reads the cards anew, since another tab may have added a key. */
async function prepare(receipts: readonly ReceiptReference[]) {
  const cards = await listCards();
  const keys: CardKey[] = [];
  const openings: Opening[] = [];
  const withoutKey: string[] = [];
  for (const reference of receipts) {
    const { cardId, keyId, paymentId } = reference;
    const card = cards.find((one) => one.cardId === cardId);
    if (!card || card.userId === null || !findKey(card, keyId)) {
      withoutKey.push(paymentId);
      continue;
    }
    const known = keys.findIndex((key) => key.card === card && key.keyId === keyId);
    const keyAt = known === -1 ? keys.push({ card, keyId }) - 1 : known;
    openings.push({ reference, card, userId: card.userId, keyAt });
  }
  return { keys, openings, withoutKey };
}

type Calls = Pick<Options, "consent" | "observe" | "onProgress"> & {
  archive: Archive | undefined;
  stopped: AbortSignal;
  /** Shared: what the service asks of one call is true of all. */
  pause: { until: number };
};

async function openOne(
  { reference, card, userId }: Opening,
  key: UnlockedKey | undefined,
  { consent, archive, observe, onProgress, stopped, pause }: Calls,
): Promise<void> {
  if (!key) throw new WalletError("key_forgotten");
  const { cardId, paymentId, keyId, sealedAt } = reference;
  const { environment, session } = card;
  const access = { userId, paymentId, keyId, sealedAt, consentMethod: consent.method };
  const caller = { environment, session, observe };
  for (;;) {
    await waitUntil(pause.until, [stopped, key.signal]);
    if (stopped.aborted) return;
    try {
      const receipt = await fetchAndOpen(access, key, caller);
      await recordOpened({ cardId, paymentId, receipt }, archive, observe);
      onProgress({ kind: "opened", paymentId, receipt });
      return;
    } catch (error) {
      if (!(error instanceof WalletError)) throw error;
      const until = readPause(error);
      if (until !== undefined) {
        pause.until = Math.max(pause.until, until);
        onProgress({ kind: "waiting", until: pause.until });
      } else if (ofOneReceipt.has(error.reason)) {
        onProgress({ kind: "failed", paymentId, reason: error.reason });
        return;
      } else {
        throw error;
      }
    }
  }
}

const ofOneReceipt: ReadonlySet<WalletFailure> = new Set([
  "consent_expired",
  "tampered_envelope",
  "wrongly_sealed",
  "not_a_receipt",
  "nothing_to_open",
  "not_found",
  "unexpected_answer",
]);

/** When to try the same again; undefined if that is no matter of waiting, or of waiting for long. */
function readPause({ reason, retryAt }: WalletError): number | undefined {
  if (reason !== "too_many_requests") return undefined;
  const until = retryAt ?? Date.now() + USUAL_WAIT_MS;
  return until - Date.now() > MAX_WAIT_MS ? undefined : until;
}

async function waitUntil(until: number, signals: AbortSignal[]): Promise<void> {
  const milliseconds = until - Date.now();
  const either = AbortSignal.any(signals);
  if (milliseconds <= 0 || either.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  either.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
