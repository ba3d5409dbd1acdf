import { BlockList, isIP, isIPv6 } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { config } from "#lib/config.ts";
import type { KeyCaller } from "#lib/core/caller.ts";
import { parseApiKey } from "#lib/crypto/api-key-format.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { log } from "#lib/log/logger.ts";
import { type StoredApiKey, selectApiKey, touchApiKey } from "./store.ts";

export type KeyCheck =
  | { state: "valid"; caller: KeyCaller }
  /** Missing, malformed, unknown, expired, revoked, or of an environment not served here. */
  | { state: "refused" }
  | { state: "address_refused"; caller: KeyCaller };

type KnownKey = {
  stored: StoredApiKey;
  caller: KeyCaller;
  allowed: BlockList | undefined;
  touchedAt: number;
};

/** How long, in milliseconds, a process goes by what it read of a key. */
const CACHE_MS = 500;
/** For the ticks of timers. */
const CACHE_MARGIN_MS = 50;
const TOUCH_MS = 60_000;

const processWide = globalThis as { sealslipApiKeys?: LRUCache<string, KnownKey> };

/** Who calls, by the API key they sent and the address they sent it from. */
export async function checkApiKey(text: string | null, address: string): Promise<KeyCheck> {
  if (text === null) return { state: "refused" };

  const key = knownKeys().get(text) ?? (await lookUp(text));
  if (!key || isOver(key.stored)) return { state: "refused" };
  if (key.allowed && !key.allowed.check(address, isIPv6(address) ? "ipv6" : "ipv4")) {
    return { state: "address_refused", caller: key.caller };
  }

  touch(key, address);
  return { state: "valid", caller: key.caller };
}

/** Makes a change of a key count at once in this process. */
export function forgetApiKeys(): void {
  knownKeys().clear();
}

/**
 * Called after the end of a key is stored: at once in this process, and fulfilled when no process of
 * the service goes by what it read before. Needs nothing between the processes but the database.
 */
export async function endApiKeys(): Promise<void> {
  forgetApiKeys();
  await delay(CACHE_MS + CACHE_MARGIN_MS);
}

async function lookUp(text: string): Promise<KnownKey | undefined> {
  const format = parseApiKey(text);
  if (!format || !config().environments.includes(format.environment)) return undefined;

  // Counted from before the question: what is read now may change before the answer is here.
  const start = performance.now();
  const stored = await selectApiKey(hashToken(text));
  if (!stored) return undefined;

  const { id, organizationId, environment, tier, scopes, allowedAddresses } = stored;
  const caller: KeyCaller = {
    via: "key",
    organizationId,
    environment,
    apiKeyId: id,
    tier,
    scopes,
  };
  const touchedAt = stored.lastUsedAt?.getTime() ?? 0;
  const key = { stored, caller, allowed: blockList(allowedAddresses), touchedAt };
  knownKeys().set(text, key, { start });
  return key;
}

function isOver({ expiresAt, revokedAt }: StoredApiKey): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= Date.now());
}

function touch(key: KnownKey, address: string): void {
  const now = Date.now();
  if (now - key.touchedAt < TOUCH_MS) return;

  key.touchedAt = now;
  const use = { at: new Date(now), address: isIP(address) === 0 ? null : address };
  touchApiKey(key.stored.id, use).catch((error) =>
    log().warn({ err: error }, "last use of a key was not written"),
  );
}

function blockList(blocks: readonly string[]): BlockList | undefined {
  if (blocks.length === 0) return undefined;

  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", prefix] = block.split("/");
    const family = isIPv6(network) ? "ipv6" : "ipv4";
    list.addSubnet(network, Number(prefix ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return list;
}

function knownKeys(): LRUCache<string, KnownKey> {
  processWide.sealslipApiKeys ??= new LRUCache({ max: 10_000, ttl: CACHE_MS });
  return processWide.sealslipApiKeys;
}
