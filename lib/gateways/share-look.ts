import { waitOutside } from "#lib/limits/outside.ts";
import { Places } from "#lib/limits/places.ts";

/** For looks, which ask a provider and record what it says. Shared by organizations, which may have many connections. */
const places = new Places({ kind: "notification_looks", places: 8, queue: 512 });

type Look = { current: Promise<void>; next?: Promise<void> };

const looks = new Map<string, Look>();

/**
 * Looks at what `key` names, once for all who ask meanwhile. A look that is under way may have been answered before
 * what the caller has heard of: those who come during it share the one after it. Throws what the look throws, or
 * `rate_limit_exceeded` where too many of the organization wait.
 */
export async function shareLook(
  organizationId: string,
  key: string,
  look: () => Promise<void>,
): Promise<void> {
  const running = looks.get(key);
  if (!running) return await begin(organizationId, key, look);
  running.next ??= running.current
    .catch(() => undefined)
    .then(() => begin(organizationId, key, look));
  await waitOutside(running.next);
}

async function begin(
  organizationId: string,
  key: string,
  look: () => Promise<void>,
): Promise<void> {
  const own: Look = { current: places.run(organizationId, look) };
  looks.set(key, own);
  try {
    await own.current;
  } finally {
    if (!own.next) looks.delete(key);
  }
}
