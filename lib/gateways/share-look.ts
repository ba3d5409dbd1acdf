import { AppError } from "#lib/core/errors.ts";
import { waitForProvider } from "./wait-for-provider.ts";

/** Looks of one connection, in this process: so many ask its provider at once, and so many more wait for that. */
const MAX_AT_ONCE = 8;
const MAX_WAITING = 100;

type Look = { current: Promise<void>; next?: Promise<void> };

const looks = new Map<string, Look>();

/**
 * Looks at what `key` names, once for all who ask meanwhile. A look that is under way may have been answered before
 * what the caller has heard of: those who come during it share the one after it. Throws what the look throws, or
 * `rate_limit_exceeded` where too many of the connection wait.
 */
export async function shareLook(
  connectionId: string,
  key: string,
  look: () => Promise<void>,
): Promise<void> {
  const running = looks.get(key);
  if (!running) return await begin(connectionId, key, look);
  running.next ??= running.current
    .catch(() => undefined)
    .then(() => begin(connectionId, key, look));
  // Counted as waiting for the provider that the other call asks, not as busy.
  await waitForProvider(running.next);
}

async function begin(connectionId: string, key: string, look: () => Promise<void>): Promise<void> {
  const own: Look = { current: inTurn(connectionId, look) };
  looks.set(key, own);
  try {
    await own.current;
  } finally {
    if (!own.next) looks.delete(key);
  }
}

type Turns = { running: number; waiting: (() => void)[] };

const turns = new Map<string, Turns>();

async function inTurn(connectionId: string, look: () => Promise<void>): Promise<void> {
  const own = turns.get(connectionId) ?? { running: 0, waiting: [] };
  turns.set(connectionId, own);
  if (own.running < MAX_AT_ONCE) own.running += 1;
  else await waitForProvider(awaitTurn(own));
  try {
    await look();
  } finally {
    endTurn(connectionId, own);
  }
}

async function awaitTurn({ waiting }: Turns): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    throw new AppError("rate_limit_exceeded", {
      message: "Too many notifications at once; send this one again later",
      headers: { "Retry-After": "5" },
    });
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Hands the turn on to the one that has waited longest. */
function endTurn(connectionId: string, own: Turns): void {
  const next = own.waiting.shift();
  if (next) next();
  else own.running -= 1;
  if (own.running === 0) turns.delete(connectionId);
}
