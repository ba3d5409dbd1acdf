import { LRUCache } from "lru-cache";
import { config } from "#lib/config.ts";
import type { Tenant } from "#lib/core/caller.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { channel } from "#lib/processes/channel.ts";
import {
  type Circuit,
  type CircuitNews,
  type CircuitState,
  circuitDefaults,
  type ProtectedGateway,
  protectGateway,
} from "./circuit.ts";
import { countUnavailable } from "./count-unavailable.ts";
import { decryptCredentials } from "./credentials.ts";
import type { Gateway } from "./gateway.ts";
import { findProvider } from "./providers.ts";
import { addCategory } from "./read-match.ts";
import { type GatewayConnection, selectConnection, selectEarlierConnection } from "./store.ts";

/** A connection that payments can go through: the provider's client stays for as long as it does. */
type OpenConnection = {
  stored: GatewayConnection;
  gateway: Gateway | ProtectedGateway;
};

/** Without an id, the connection in use. */
type ConnectionKey = { tenant: Tenant; gateway: GatewayName; connectionId?: string };
type CacheEntry = OpenConnection | "none";

/** How long another server may still use a connection after it was changed. */
const CACHE_MS = 1_000;

const processWide = globalThis as {
  sealslipConnections?: LRUCache<string, CacheEntry, ConnectionKey>;
};

/** The merchant's connection for a gateway, ready to use. Undefined where it has none. */
export async function openConnection(
  tenant: Tenant,
  gateway: GatewayName,
): Promise<OpenConnection | undefined> {
  return await fetchConnection({ tenant, gateway });
}

/** The connection with that id, even if it was replaced or removed. Undefined where it is erased. */
export async function reopenConnection(
  tenant: Tenant,
  gateway: GatewayName,
  connectionId: string,
): Promise<OpenConnection | undefined> {
  const inUse = await openConnection(tenant, gateway);
  // The usual case, and this one has the connection's circuit.
  if (inUse?.stored.connectionId === connectionId) return inUse;
  return await fetchConnection({ tenant, gateway, connectionId });
}

const CHANGED = "connection changed";

/** Makes a change of a connection effective at once in the processes of this server. */
export function forgetConnection(tenant: Tenant, gateway: GatewayName): void {
  const key = keyOf(tenant, gateway);
  connections().delete(key);
  channel()?.tell(CHANGED, key);
}

/** How the server gets on with the connection's provider; `closed` for one that this process never used. */
export function circuitState(connection: GatewayConnection): CircuitState {
  const entry = connections().peek(keyOf(connection, connection.gateway), { allowStale: true });
  if (entry === undefined || entry === "none" || !isSame(entry.stored, connection)) return "closed";
  return "circuit" in entry.gateway ? entry.gateway.circuit.state : "closed";
}

/** Those of all connections that this process has used. */
export function listCircuits(): { connection: GatewayConnection; circuit: Circuit }[] {
  const entries = connections().dump();
  return entries.flatMap(([, { value: entry }]) =>
    entry !== "none" && "circuit" in entry.gateway
      ? [{ connection: entry.stored, circuit: entry.gateway.circuit }]
      : [],
  );
}

async function fetchConnection(wanted: ConnectionKey): Promise<OpenConnection | undefined> {
  const { tenant, gateway, connectionId } = wanted;
  const key = keyOf(tenant, gateway, connectionId);
  const entry = await connections().fetch(key, { context: wanted });
  return entry === undefined || entry === "none" ? undefined : entry;
}

async function lookUp(
  key: string,
  stale: CacheEntry | undefined,
  { context: { tenant, gateway, connectionId } }: { context: ConnectionKey },
): Promise<CacheEntry> {
  const stored = await (connectionId === undefined
    ? selectConnection(tenant, gateway)
    : selectEarlierConnection(tenant, gateway, connectionId));
  if (!stored) return "none";
  // Unchanged, it keeps its circuit and its client.
  if (stale && stale !== "none" && isSame(stale.stored, stored)) return stale;
  return { stored, gateway: await open(stored, key) };
}

/** Each encryption comes to bytes of its own, so equal bytes are the same credentials. */
function isSame(one: GatewayConnection, other: GatewayConnection): boolean {
  return (
    one.connectionId === other.connectionId &&
    one.merchantCategoryCode === other.merchantCategoryCode &&
    Buffer.compare(one.credentials, other.credentials) === 0
  );
}

async function open(connection: GatewayConnection, key: string): Promise<Gateway> {
  const provider = findProvider(connection.provider);
  if (!provider) throw new Error("a stored connection has a known provider");

  const opened = provider.open(decryptCredentials(connection), connection);
  const gateway = addCategory(opened, connection.merchantCategoryCode);
  // Nothing hangs in there, and failures that a test asks for must not keep others away.
  if (provider.form.builtIn) return gateway;
  const maxCalls = Math.ceil(config().gatewayCalls / (channel()?.processes ?? 1));
  const { connectionId } = connection;
  const isProtected = protectGateway(gateway, { ...circuitDefaults, maxCalls }, (news) =>
    channel()?.tell(CIRCUITS, { key, connectionId, news } satisfies CircuitMessage),
  );
  return countUnavailable(isProtected, connection);
}

const CIRCUITS = "circuits";
type CircuitMessage = { key: string; connectionId: string; news: CircuitNews };

/** Passes on what another process tells to the circuit of the same connection, where this process has used it. */
function hearOfCircuit({ key, connectionId, news }: CircuitMessage): void {
  const entry = connections().peek(key, { allowStale: true });
  if (entry === undefined || entry === "none" || entry.stored.connectionId !== connectionId) return;
  if ("circuit" in entry.gateway) entry.gateway.circuit.hear(news);
}

function keyOf(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
  connectionId = "in use",
): string {
  return `${organizationId}:${environment}:${gateway}:${connectionId}`;
}

function connections(): LRUCache<string, CacheEntry, ConnectionKey> {
  processWide.sealslipConnections ??= createCache();
  return processWide.sealslipConnections;
}

function createCache(): LRUCache<string, CacheEntry, ConnectionKey> {
  channel()?.listen(CHANGED, (key) => void connections().delete(String(key)));
  channel()?.listen(CIRCUITS, (message) => hearOfCircuit(message as CircuitMessage));
  return new LRUCache({
    max: 10_000,
    ttl: CACHE_MS,
    fetchMethod: lookUp,
    // When a change comes in the middle of a look-up, calls from before it may get the old connection.
    ignoreFetchAbort: true,
  });
}
