import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Queryable } from "./database.ts";

export type Caller = {
  apiKeyId: string;
  organizationId: string;
  environment: string;
  scopes: string[];
  requestsPerMinute: number;
};

const CACHE_MS = 5_000;

/** Finds the owner of a key, and caches it for a few seconds. */
export function createCallers(db: Queryable) {
  const cache = new LRUCache<string, Caller>({ max: 10_000, ttl: CACHE_MS });

  return async (key: string): Promise<Caller | undefined> => {
    const cached = cache.get(key);
    if (cached) return cached;

    const { rows } = await db.query<Caller>({
      name: "find-caller",
      text: `
        SELECT id AS "apiKeyId", organization_id AS "organizationId", environment, scopes,
               requests_per_minute AS "requestsPerMinute"
        FROM api_key WHERE secret_hash = $1`,
      values: [hash("sha256", key, "buffer")],
    });
    const [caller] = rows;
    if (caller) cache.set(key, caller);
    return caller;
  };
}

export async function insertApiKey(db: Queryable, key: string, caller: Caller): Promise<void> {
  await db.query(
    `INSERT INTO api_key (id, secret_hash, organization_id, environment, scopes, requests_per_minute)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      caller.apiKeyId,
      hash("sha256", key, "buffer"),
      caller.organizationId,
      caller.environment,
      caller.scopes,
      caller.requestsPerMinute,
    ],
  );
}

type Allowance = { limit: number; remaining: number; resetsAt: number; exceeded: boolean };

const WINDOW_MS = 60_000;

/** Counts calls in windows of a minute. */
export function createLimiter() {
  const windows = new Map<string, { count: number; endsAt: number }>();
  const sweep = setInterval(() => {
    const now = Date.now();
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
  }, WINDOW_MS);
  sweep.unref();

  return (key: string, limit: number): Allowance => {
    const now = Date.now();
    let window = windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + WINDOW_MS };
      windows.set(key, window);
    }
    window.count += 1;
    return {
      limit,
      remaining: Math.max(0, limit - window.count),
      resetsAt: window.endsAt,
      exceeded: window.count > limit,
    };
  };
}
