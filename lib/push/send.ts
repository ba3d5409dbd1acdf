import { log } from "#lib/log/logger.ts";
import { OutboundError } from "#lib/outbound/outbound-error.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pushTarget } from "./contract.ts";
import { type PostMessage, postMessage } from "./post-message.ts";
import { sealMessage } from "./seal-message.ts";
import {
  claimDue,
  type DueMessage,
  deleteGone,
  selectNextDue,
  updateRetry,
  updateSent,
} from "./store.ts";
import { decryptTarget } from "./subscribe.ts";

const WORKERS = 8;
const BATCH = 64;
/** For one run; the next run sends the rest. */
const MAX_BATCHES = 20;
/** Longer than a batch in which every message runs into its time limit. */
const LEASE_SECONDS = 180;
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 15_000;

/** Sends the messages that are due. Returns when to run next, if messages are left. */
export async function sendMessages(post: PostMessage = postMessage): Promise<Date | undefined> {
  if (!serviceSecrets().pushKeys) return undefined;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const due = await claimDue(BATCH, LEASE_SECONDS);
    // One queue for all workers: a push service that hangs delays one of them, not the others.
    const queue = due.values();
    await Promise.all(Array.from({ length: WORKERS }, () => sendEach(queue, post)));
    if (due.length < BATCH) break;
  }
  return await selectNextDue();
}

async function sendEach(queue: Iterable<DueMessage>, post: PostMessage): Promise<void> {
  for (const message of queue) await send(message, post);
}

async function send(message: DueMessage, post: PostMessage): Promise<void> {
  const result = await tryToSend(message, post);
  switch (result.kind) {
    case "sent":
      return await updateSent(message);
    case "gone":
      return await deleteGone(message);
    case "failed":
      log().warn({ reason: result.reason, attempts: message.attempts }, "a push message failed");
      if (message.attempts >= MAX_ATTEMPTS) return await updateSent(message);
      return await updateRetry(message, new Date(Date.now() + pauseMs(message.attempts)));
  }
}

type Result = { kind: "sent" } | { kind: "gone" } | { kind: "failed"; reason: string };

async function tryToSend(message: DueMessage, post: PostMessage): Promise<Result> {
  const { pushKeys } = serviceSecrets();
  try {
    if (!pushKeys) return { kind: "failed", reason: "no key" };
    const target = pushTarget.parse(JSON.parse(decryptTarget(message)));
    return judge(await post(sealMessage(target, message, pushKeys)));
  } catch (error) {
    if (error instanceof OutboundError) {
      // The host is no longer public, or never was.
      if (error.reason === "address_not_allowed") return { kind: "gone" };
      return { kind: "failed", reason: error.reason };
    }
    // Never the message of the error, which may name the endpoint.
    return { kind: "failed", reason: nameOf(error) };
  }
}

/** RFC 8030 section 5; redirects are not followed, so they count as failures. */
function judge(status: number): Result {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  return { kind: "failed", reason: `status ${status}` };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error ? String(error.code) : error.name;
}

function pauseMs(attempts: number): number {
  return FIRST_PAUSE_MS * 4 ** (attempts - 1);
}
