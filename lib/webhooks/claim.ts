import type { Tenant } from "#lib/core/caller.ts";
import { currentMoment, Lease } from "./lease.ts";
import { mayHaveAnother } from "./slots.ts";
import {
  type Claimable,
  type LeasedEndpoint,
  leaseEndpoints,
  selectCandidates,
  selectClaimable,
} from "./store-claim.ts";

/** Endpoints that one look at the whole table takes at most: the next look goes on behind them. */
const SWEPT = 1_000;
const SWEEP_MS = 1_000;
/** Endpoints that are asked at one time whether they have something to do. */
const MAX_ASKED = 2_000;

/**
 * Which endpoints may have something to do: those of tenants with new events, those whose time has come, and, in case
 * another process knew of them, all others in turn.
 */
export class Agenda {
  readonly #tenants = new Map<string, Tenant>();
  /** When to look at an endpoint again, by its id. */
  readonly #times = new Map<string, number>();
  /** The ids of those to ask, who has waited longest first. */
  readonly #due = new Set<string>();
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

  /**
   * Endpoints that have something to do, who has waited longest first. `running`: those that this process has already.
   * They stay until they are taken: where there is no place for them now, or where asking fails, they come first again.
   */
  async listDue(running: ReadonlySet<string>): Promise<Claimable[]> {
    await this.#gather();
    const asked = [...this.#due].filter((id) => !running.has(id)).slice(0, MAX_ASKED);
    const claimable = asked.length === 0 ? [] : await selectClaimable(asked);
    const found = new Set(claimable.map(({ id }) => id));
    for (const id of [...running, ...asked]) if (!found.has(id)) this.#due.delete(id);
    return claimable;
  }

  take(endpointIds: readonly string[]): void {
    for (const id of endpointIds) this.#due.delete(id);
  }

  async #gather(): Promise<void> {
    const now = Date.now();
    for (const [id, time] of this.#times) if (time <= now) this.#moveToDue(id);
    const tenants = [...this.#tenants.values()];
    const isSweep = performance.now() - this.#sweptAt >= SWEEP_MS;
    if (tenants.length === 0 && !isSweep) return;

    const limit = isSweep ? SWEPT : 0;
    const { ofTenants, swept } = await selectCandidates(tenants, { cursor: this.#cursor, limit });
    if (isSweep) {
      this.#sweptAt = performance.now();
      this.#cursor = swept.length < SWEPT ? "" : (swept.at(-1) ?? "");
    }
    for (const { organizationId, environment } of tenants) {
      this.#tenants.delete(`${organizationId} ${environment}`);
    }
    for (const id of [...ofTenants, ...swept]) this.#due.add(id);
  }

  #moveToDue(endpointId: string): void {
    this.#times.delete(endpointId);
    this.#due.add(endpointId);
  }
}

export type Claimed = { endpoint: LeasedEndpoint; lease: Lease };

type Places = {
  holder: string;
  /** Those that this process has already, also those that give their place away. */
  running: ReadonlySet<string>;
  free: number;
  /** How many places each organization has. */
  taken: Map<string, number>;
};

/** Leases those that have something to do. `waiting`: how many more there is no place for. */
export async function claimEndpoints(
  agenda: Agenda,
  { holder, running, free, taken }: Places,
): Promise<{ claimed: Claimed[]; waiting: number }> {
  const due = await agenda.listDue(running);
  const chosen = choose(due, { free, taken });
  if (chosen.length === 0) return { claimed: [], waiting: due.length };
  const since = currentMoment();
  const endpoints = await leaseEndpoints(chosen, holder);
  agenda.take(chosen);
  const claimed = endpoints.map((endpoint) => ({ endpoint, lease: new Lease(since) }));
  return { claimed, waiting: due.length - chosen.length };
}

/** Shared by organizations as the slots are. */
function choose(
  due: readonly Claimable[],
  { free, taken }: Pick<Places, "free" | "taken">,
): string[] {
  const counts = new Map(taken);
  const chosen: string[] = [];
  for (const { id, organizationId } of due) {
    const own = counts.get(organizationId) ?? 0;
    if (!mayHaveAnother(own, free - chosen.length)) continue;
    counts.set(organizationId, own + 1);
    chosen.push(id);
  }
  return chosen;
}
