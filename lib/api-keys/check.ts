import { BlockList, isIP, isIPv6 } from "node:net";
import { config } from "#lib/config.ts";
import type { KeyCaller } from "#lib/core/caller.ts";
import { parseApiKey } from "#lib/crypto/api-key-format.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { log } from "#lib/log/logger.ts";
import { createKeyCache, type KeyCache, outlastKeyCaches } from "./key-cache.ts";
import { type PresentedKey, selectPresentedKey, updateLastUse } from "./store.ts";

export type KeyCheck =
  | { state: "valid"; caller: KeyCaller }
  /** Missing, malformed, unknown, expired, revoked, or of an environment that is not served here. */
  | { state: "refused" }
  | { state: "address_refused"; caller: KeyCaller }
  /** The operator has not opened the environment to the organization. */
  | { state: "not_approved"; caller: KeyCaller };

type CachedKey = {
  stored: PresentedKey;
  caller: KeyCaller;
  allowed: BlockList | undefined;
  usedAt: number;
};

const LAST_USE_INTERVAL_MS = 60_000;

const processWide = globalThis as { sealslipApiKeys?: KeyCache<CachedKey> };

/** Identifies the caller by the API key and the address that it was sent from. */
export async function checkApiKey(text: string | null, address: string): Promise<KeyCheck> {
  if (text === null) return { state: "refused" };

  const key = await cachedKeys().find(text, () => readKey(text));
  if (!key || hasEnded(key.stored)) return { state: "refused" };
  if (key.allowed && !key.allowed.check(address, isIPv6(address) ? "ipv6" : "ipv4")) {
    return { state: "address_refused", caller: key.caller };
  }

  if (!key.stored.approved) return { state: "not_approved", caller: key.caller };

  recordUse(key, address);
  return { state: "valid", caller: key.caller };
}

/** Makes a change to a key effective at once in this process. */
export function forgetApiKeys(): void {
  cachedKeys().forget();
}

/**
 * Call it once the end of a key is stored. Resolves when no process of the service uses its earlier lookup
 * any more, without any channel between the processes.
 */
export async function forgetApiKeysEverywhere(): Promise<void> {
  forgetApiKeys();
  await outlastKeyCaches();
}

async function readKey(text: string): Promise<CachedKey | undefined> {
  const format = parseApiKey(text);
  if (!format || !config().environments.includes(format.environment)) return undefined;
  const stored = await selectPresentedKey(hashToken(text));
  if (!stored) return undefined;

  const { id, organizationId, environment, tier, scopes, allowedAddresses, requiresSignature } =
    stored;
  const caller: KeyCaller = {
    via: "key",
    organizationId,
    environment,
    apiKeyId: id,
    tier,
    scopes,
    requiresSignature,
  };
  const usedAt = stored.lastUsedAt?.getTime() ?? 0;
  return { stored, caller, allowed: blockList(allowedAddresses), usedAt };
}

function hasEnded({ expiresAt, revokedAt }: PresentedKey): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= Date.now());
}

function recordUse(key: CachedKey, address: string): void {
  const now = Date.now();
  if (now - key.usedAt < LAST_USE_INTERVAL_MS) return;

  key.usedAt = now;
  const use = { at: new Date(now), address: isIP(address) === 0 ? null : address };
  updateLastUse(key.stored.id, use).catch((err) =>
    log().warn({ err }, "the last use of an API key was not recorded"),
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

function cachedKeys(): KeyCache<CachedKey> {
  processWide.sealslipApiKeys ??= createKeyCache();
  return processWide.sealslipApiKeys;
}
