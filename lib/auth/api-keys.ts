import { BlockList, isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import { config } from "#lib/config.ts";
import { parseApiKey } from "#lib/crypto/api-key-format.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { log } from "#lib/log/logger.ts";
import { findApiKey, type StoredApiKey, touchApiKey } from "#lib/storage/api-keys.ts";
import type { Caller } from "./caller.ts";

export type KeyCheck =
  | { state: "valid"; caller: Caller }
  /** Missing, malformed, unknown, expired, revoked, or of an environment not served here. */
  | { state: "refused" }
  | { state: "address_refused"; caller: Caller };

type KnownKey = {
  stored: StoredApiKey;
  caller: Caller;
  allowed: BlockList | undefined;
  touchedAt: number;
};

/** How long, in milliseconds, another process may still accept a key after its revocation. */
const CACHE_MS = 1_000;
const TOUCH_MS = 60_000;

const processWide = globalThis as { sealslipApiKeys?: LRUCache<string, KnownKey> };

/** Who calls, by the API key they sent and the address they sent it from. */
export async function checkApiKey(text: string | null, address: string): Promise<KeyCheck> {
  const format = text === null ? undefined : parseApiKey(text);
  if (text === null || !format || !config().environments.includes(format.environment)) {
    return { state: "refused" };
  }

  const key = knownKeys().get(text) ?? (await lookUp(text));
  if (!key || isOver(key.stored)) return { state: "refused" };
  if (key.allowed && !key.allowed.check(address, isIPv6(address) ? "ipv6" : "ipv4")) {
    return { state: "address_refused", caller: key.caller };
  }

  touch(key);
  return { state: "valid", caller: key.caller };
}

/** Makes a change of a key count at once in this process. */
export function forgetApiKeys(): void {
  knownKeys().clear();
}

async function lookUp(text: string): Promise<KnownKey | undefined> {
  const stored = await findApiKey(hashToken(text));
  if (!stored) return undefined;

  const { id, organizationId, environment, tier, scopes, allowedAddresses } = stored;
  const caller = { organizationId, environment, apiKeyId: id, tier, scopes };
  const key = { stored, caller, allowed: blockList(allowedAddresses), touchedAt: 0 };
  knownKeys().set(text, key);
  return key;
}

function isOver({ expiresAt, revokedAt }: StoredApiKey): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= Date.now());
}

function touch(key: KnownKey): void {
  const now = Date.now();
  if (now - key.touchedAt < TOUCH_MS) return;

  key.touchedAt = now;
  touchApiKey(key.stored.id, new Date(now)).catch((error) =>
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
