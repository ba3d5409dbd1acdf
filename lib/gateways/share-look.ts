import { waitOutside } from "#lib/limits/outside.ts";
import { Places } from "#lib/limits/places.ts";

/** A look asks the provider, and records what it says. A payment that is known to be paid needs none. */
const places = new Places({ kind: "notification_looks", places: 4, queue: 512 });

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
  await waitOutside(running.next);
}

async function begin(connectionId: string, key: string, look: () => Promise<void>): Promise<void> {
  const own: Look = { current: places.run(connectionId, look) };
  looks.set(key, own);
  try {
    await own.current;
  } finally {
    if (!own.next) looks.delete(key);
  }
}
