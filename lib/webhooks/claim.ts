import type { Tenant } from "#lib/core/caller.ts";
import { currentMoment, Lease } from "./lease.ts";
import { type LeasedEndpoint, leaseEndpoints, selectCandidates } from "./store-claim.ts";

/** Endpoints that one look at the whole table takes at most: the next look goes on behind them. */
const SWEPT = 1_000;
const SWEEP_MS = 1_000;

/**
 * Which endpoints may have something to do: those of tenants with new events, those whose time has come, and, in case
 * another process knew of them, all others in turn.
 */
export class Agenda {
  readonly #tenants = new Map<string, Tenant>();
  /** When to look at an endpoint again, by its id. */
  readonly #times = new Map<string, number>();
  #sweptAt = Number.NEGATIVE_INFINITY;
  #cursor = "";

  noteEvents(tenants: Iterable<Tenant>): void {
    for (const { organizationId, environment } of tenants) {
      this.#tenants.set(`${organizationId} ${environment}`, { organizationId, environment });
    }
  }

  noteTime(endpointId: string, time: Date): void {
    this.#times.set(endpointId, time.getTime());
  }

  /** The ids of endpoints to look at now. */
  async takeDue(): Promise<string[]> {
    const now = Date.now();
    const timely = [...this.#times].flatMap(([id, time]) => (time <= now ? id : []));
    const tenants = [...this.#tenants.values()];
    const isSweep = performance.now() - this.#sweptAt >= SWEEP_MS;
    if (tenants.length === 0 && !isSweep) {
      this.#forget(timely, []);
      return timely;
    }
    const limit = isSweep ? SWEPT : 0;
    const { ofTenants, swept } = await selectCandidates(tenants, { cursor: this.#cursor, limit });
    if (isSweep) {
      this.#sweptAt = performance.now();
      this.#cursor = swept.length < SWEPT ? "" : (swept.at(-1) ?? "");
    }
    this.#forget(timely, tenants);
    return [...new Set([...timely, ...ofTenants, ...swept])];
  }

  #forget(endpointIds: readonly string[], tenants: readonly Tenant[]): void {
    for (const id of endpointIds) this.#times.delete(id);
    for (const { organizationId, environment } of tenants) {
      this.#tenants.delete(`${organizationId} ${environment}`);
    }
  }
}

export type Claimed = { endpoint: LeasedEndpoint; lease: Lease };

/** Leases those that have something to do, up to `limit`. `running`: those that this process has already. */
export async function claimEndpoints(
  agenda: Agenda,
  { holder, limit, running }: { holder: string; limit: number; running: ReadonlySet<string> },
): Promise<Claimed[]> {
  const ids = (await agenda.takeDue()).filter((id) => !running.has(id));
  if (ids.length === 0 || limit <= 0) return [];
  const since = currentMoment();
  const endpoints = await leaseEndpoints(ids, holder, limit);
  return endpoints.map((endpoint) => ({ endpoint, lease: new Lease(since) }));
}
