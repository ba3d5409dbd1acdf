import { LRUCache } from "lru-cache";
import { config } from "#lib/config.ts";
import type { Tenant } from "#lib/core/caller.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import {
  type CircuitState,
  circuitDefaults,
  type ProtectedGateway,
  protectGateway,
} from "./circuit.ts";
import { decryptCredentials } from "./credentials.ts";
import type { Gateway } from "./gateway.ts";
import { findProvider } from "./providers.ts";
import { type GatewayConnection, selectConnection, selectEarlierConnection } from "./store.ts";

/** A connection that payments can go through: the provider's client stays for as long as it does. */
type OpenConnection = {
  stored: GatewayConnection;
  gateway: Gateway | ProtectedGateway;
};

type Place = { tenant: Tenant; gateway: GatewayName; connectionId?: string };
type Known = OpenConnection | "none";

/** How long, in milliseconds, another process may still use a connection after it was changed. */
const CACHE_MS = 1_000;

const processWide = globalThis as { sealslipConnections?: LRUCache<string, Known, Place> };

/** The merchant's connection for a gateway, ready to use. Undefined where it has none. */
export async function openConnection(
  tenant: Tenant,
  gateway: GatewayName,
): Promise<OpenConnection | undefined> {
  return await fetchConnection({ tenant, gateway });
}

/** The connection of that id, also where it was replaced or removed. Undefined where it is erased. */
export async function reopenConnection(
  tenant: Tenant,
  gateway: GatewayName,
  connectionId: string,
): Promise<OpenConnection | undefined> {
  const inUse = await openConnection(tenant, gateway);
  // The usual case, and with the circuit that the connection has by now.
  if (inUse?.stored.id === connectionId) return inUse;
  return await fetchConnection({ tenant, gateway, connectionId });
}

/** Makes a change of a connection count at once in this process. */
export function forgetConnection(tenant: Tenant, gateway: GatewayName): void {
  connections().delete(keyOf(tenant, gateway));
}

/** How this process fares with the connection's provider; nothing is known against one never used. */
export function circuitState(connection: GatewayConnection): CircuitState {
  const known = connections().peek(keyOf(connection, connection.gateway), { allowStale: true });
  if (known === undefined || known === "none" || !isSame(known.stored, connection)) return "closed";
  return "circuit" in known.gateway ? known.gateway.circuit.state : "closed";
}

async function fetchConnection(place: Place): Promise<OpenConnection | undefined> {
  const { tenant, gateway, connectionId } = place;
  const key = keyOf(tenant, gateway, connectionId);
  const known = await connections().fetch(key, { context: place });
  return known === undefined || known === "none" ? undefined : known;
}

async function lookUp(
  _key: string,
  stale: Known | undefined,
  { context: { tenant, gateway, connectionId } }: { context: Place },
): Promise<Known> {
  const stored = await (connectionId === undefined
    ? selectConnection(tenant, gateway)
    : selectEarlierConnection(tenant, gateway, connectionId));
  if (!stored) return "none";
  // Unchanged, it keeps its circuit and its client.
  if (stale && stale !== "none" && isSame(stale.stored, stored)) return stale;
  return { stored, gateway: await open(stored) };
}

/** Each encryption has bytes of its own, so that equal bytes are the same credentials. */
function isSame(one: GatewayConnection, other: GatewayConnection): boolean {
  return one.id === other.id && Buffer.compare(one.credentials, other.credentials) === 0;
}

async function open(connection: GatewayConnection): Promise<Gateway> {
  const provider = findProvider(connection.provider);
  if (!provider) throw new Error("a stored connection is to a provider that there is");

  const gateway = provider.open(decryptCredentials(connection), connection);
  // Nothing hangs in a sandbox, and failures that are asked for must not keep others away.
  if (connection.provider === "sandbox") return gateway;
  return protectGateway(gateway, { ...circuitDefaults, calls: config().gatewayCalls });
}

function keyOf(
  { organizationId, environment }: Tenant,
  gateway: GatewayName,
  connectionId = "in use",
): string {
  return `${organizationId}:${environment}:${gateway}:${connectionId}`;
}

function connections(): LRUCache<string, Known, Place> {
  processWide.sealslipConnections ??= new LRUCache({
    max: 10_000,
    ttl: CACHE_MS,
    fetchMethod: lookUp,
    // A change in the middle of a look-up: who asked before it may still get what was there before.
    ignoreFetchAbort: true,
  });
  return processWide.sealslipConnections;
}
