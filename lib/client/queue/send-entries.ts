import { ApiError } from "#lib/client/api-error.ts";
import type { Client } from "#lib/client/create-client.ts";
import type { PaymentRequest } from "#lib/client/payments.ts";
import { finishCancel } from "./cancel-sale.ts";
import { type EntryState, type StoredEntry, toEntryError } from "./entry.ts";
import { entryKey, OPEN, WAITING } from "./keys.ts";
import { changeState, type Ledger } from "./ledger.ts";
import { type Answer, answerOf, readFailure, refuse } from "./read-answer.ts";
import { decryptCopy } from "./receipt-copy.ts";
import { divideSale, type SealingOptions, sealSale } from "./seal-sale.ts";

export type Sender = {
  ledger: Ledger;
  client: Client;
  sealing: SealingOptions | undefined;
  /** Headers of one create, such as `X-Merchant-Signature` over the body. */
  headers: ((body: PaymentRequest) => Promise<Record<string, string>>) | undefined;
  signal: AbortSignal | undefined;
};

/** What stopped the line, and at which sale. */
export type Stop = { id: string | undefined; error: ApiError };

/** From so many tries on, a sale that gets a 5xx lets those behind it pass. */
const PATIENCE = 3;
/** How many may stand aside at once: if those behind them fail, too, it is not the sales. */
const MAX_ASIDE = 3;

/** Sends what is open, one at a time and in order, until nothing is left or something stops the line. */
export async function sendOpen(sender: Sender): Promise<Stop | undefined> {
  const aside = new Map<string, Stop>();
  for (;;) {
    sender.signal?.throwIfAborted();
    const open = await sender.ledger.list<string>(OPEN, MAX_ASIDE + 1);
    const next = open.find(([key]) => !aside.has(key));
    if (!next) return [...aside.values()][0];
    const [key, id] = next;
    const failed = await sendOne(sender, { key, id });
    if (!failed) continue;
    const { error, attempts } = failed;
    const stop = { id, error };
    const mayPass = error.status >= 500 && attempts >= PATIENCE && aside.size < MAX_ASIDE;
    if (!mayPass) return [...aside.values()][0] ?? stop;
    aside.set(key, stop);
  }
}

/** Asks again about payments for which the customer has a step to do: the same body has the same answer, or the next. */
export async function askAgain(sender: Sender): Promise<Stop | undefined> {
  for (const [, id] of await sender.ledger.list<string>(WAITING)) {
    const entry = await sender.ledger.get<StoredEntry>(entryKey(id));
    if (entry?.status.state !== "requires_confirmation" || !entry.body) continue;
    const answer = await create(sender, entry, entry.body);
    if (answer.kind === "stop") return { id, error: answer.error };
    const decided = answer.kind === "seal_again" ? refuse(answer.error) : answer;
    if (decided.kind === "decided") await record(sender.ledger, entry, decided.status);
  }
  return undefined;
}

type Failed = { error: ApiError; attempts: number };

type Place = { key: string; id: string };

async function sendOne(sender: Sender, { key, id }: Place): Promise<Failed | undefined> {
  // Stored before the request: from now on, only the service knows whether there is a payment.
  const entry = await changeState(sender.ledger, id, ({ status }) => {
    if (status.state === "canceling") return { status };
    if (status.state === "queued") return { status: { state: "sent", attempts: 1 } };
    if (status.state !== "sent") return undefined;
    return { status: { ...status, attempts: status.attempts + 1 } };
  });
  if (!entry) {
    // Decided meanwhile, or gone.
    await sender.ledger.update([], () => ({ writes: [[key, undefined]] }));
    return undefined;
  }
  if (entry.status.state === "canceling") {
    const error = await finishCancel(sender, entry);
    return error && { error, attempts: PATIENCE };
  }
  const { body } = entry;
  const attempts = entry.status.state === "sent" ? entry.status.attempts : 1;
  if (!body) return void (await record(sender.ledger, entry, { state: "lost" }));
  const answer = await create(sender, entry, body);
  switch (answer.kind) {
    case "decided":
      return void (await record(sender.ledger, entry, answer.status));
    case "seal_again":
      return await sealAgain(sender, entry, { error: answer.error, attempts });
    case "stop": {
      const { error } = answer;
      await record(sender.ledger, entry, { state: "sent", attempts, error: toEntryError(error) });
      return { error, attempts };
    }
  }
}

async function create(sender: Sender, entry: StoredEntry, body: PaymentRequest): Promise<Answer> {
  const { idempotencyKey, gateway } = entry;
  const { client, signal } = sender;
  const headers = await sender.headers?.(body);
  return await answerOf(() =>
    client.payments.create(gateway, body, { idempotencyKey, headers, signal, maxAttempts: 1 }),
  );
}

/** Unless the entry was canceled or sealed again meanwhile. */
async function record(ledger: Ledger, sent: StoredEntry, status: EntryState): Promise<void> {
  await changeState(ledger, sent.id, (entry) => {
    const isSame = entry.idempotencyKey === sent.idempotencyKey;
    if (!isSame || entry.status.state !== sent.status.state) return undefined;
    if (status.state !== "paid") return { status };
    return { status, body: undefined, copy: undefined };
  });
}

/** Once, online and thus for the recipient. A second refusal is a mistake of the till. */
async function sealAgain(
  { ledger, client, sealing, signal }: Sender,
  entry: StoredEntry,
  failed: Failed,
): Promise<Failed | undefined> {
  const { id, gateway, copy } = entry;
  const key = sealing?.receiptKey ?? "none";
  const refusal = refuse(failed.error);
  const isPossible = sealing && copy && key !== "none" && !entry.isResealed;
  if (!isPossible) {
    if (refusal.kind === "decided") await record(ledger, entry, refusal.status);
    return undefined;
  }
  const sale = await decryptCopy(copy, { key, id });
  try {
    const { recipient } = divideSale(sale, gateway);
    const options = { signal, maxAttempts: 1 };
    const { reservations } = await client.payments.prepare(gateway, recipient, options);
    const [reservation] = reservations;
    if (!reservation) return failed;
    const { signingKey } = sealing;
    const body = await sealSale(sale, { gateway, reservation, signingKey });
    await changeState(ledger, id, ({ status, idempotencyKey }) =>
      status.state === "sent" && idempotencyKey === entry.idempotencyKey
        ? {
            status: { state: "queued" },
            body,
            idempotencyKey: crypto.randomUUID(),
            isResealed: true,
          }
        : undefined,
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const answer = readFailure(error);
    if (answer.kind === "stop") return { ...failed, error: answer.error };
    const decided = answer.kind === "decided" ? answer : refusal;
    if (decided.kind === "decided") await record(ledger, entry, decided.status);
    return undefined;
  }
}
