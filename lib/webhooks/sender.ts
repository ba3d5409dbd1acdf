import { config } from "#lib/config.ts";
import { createId } from "#lib/core/ids.ts";
import { publishEvents } from "#lib/events/publish.ts";
import { log } from "#lib/log/logger.ts";
import { createAgent } from "#lib/outbound/agent.ts";
import { isDatabaseUnavailable } from "#lib/storage/failures.ts";
import { isQuarantined } from "#lib/storage/quarantine.ts";
import { Agenda, type Claimed, claimEndpoints } from "./claim.ts";
import { describeEvents } from "./describe-event.ts";
import { EndpointRun, type SenderContext } from "./endpoint-run.ts";
import { runEndpoint } from "./run-endpoint.ts";
import { Slots } from "./slots.ts";

/** Endpoints that a process sends to at one time. */
const MAX_RUNS = 256;
const BUSY_PAUSE_MS = 200;
const IDLE_PAUSE_MS = 1_000;
/** How long attempts on their way are waited for at the end. */
const STOP_MS = 5_000;

/**
 * Publishes events and sends them to endpoints, until it is stopped. Each endpoint belongs to one process at a time, by a
 * lease, and runs by itself: a slow one delays no other.
 */
export function startSender(): { stop(): Promise<void> } {
  const agent = createAgent(config().webhookAllowPrivate ? "any" : "public");
  const holder = createId("process");
  const context: SenderContext = { holder, slots: new Slots(), agent, state: "sending" };
  const sender = new Sender(context);
  const sending = sender.run();
  return {
    async stop() {
      const timer = setTimeout(() => sender.advance("givingUp"), STOP_MS);
      sender.advance("stopping");
      await sending;
      clearTimeout(timer);
      agent.close();
    },
  };
}

class Sender {
  readonly #context: SenderContext;
  readonly #agenda = new Agenda();
  readonly #runs = new Map<string, { run: EndpointRun; ended: Promise<void> }>();
  #wake = () => {};

  constructor(context: SenderContext) {
    this.#context = context;
  }

  async run(): Promise<void> {
    while (this.#context.state === "sending") {
      const hasWorked = await this.#takeTurn();
      if (this.#context.state !== "sending") break;
      await this.#sleep(hasWorked ? BUSY_PAUSE_MS : IDLE_PAUSE_MS);
    }
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
  }

  advance(state: "stopping" | "givingUp"): void {
    this.#context.state = state;
    this.#wake();
    for (const { run } of this.#runs.values()) run.wakeUp();
  }

  /** Returns whether there was anything to do. Never rejects: the next turn tries again. */
  async #takeTurn(): Promise<boolean> {
    // [Note: quarantine] A copy of the past has sent its events already.
    if (isQuarantined()) return false;
    try {
      const published = await this.#publish();
      const claimed = await claimEndpoints(this.#agenda, {
        holder: this.#context.holder,
        limit: MAX_RUNS - this.#runs.size,
        running: new Set(this.#runs.keys()),
      });
      for (const one of claimed) this.#start(one);
      return published > 0 || claimed.length > 0;
    } catch (err) {
      const level = isDatabaseUnavailable(err) ? "warn" : "error";
      log()[level]({ err }, "events wait for the next turn of the sender");
      return false;
    }
  }

  async #publish(): Promise<number> {
    return await publishEvents(async (rows) => {
      const events = await describeEvents(rows);
      this.#agenda.noteEvents(events);
      return events;
    });
  }

  #start({ endpoint, lease }: Claimed): void {
    const { id } = endpoint;
    try {
      const run = new EndpointRun(endpoint, lease, this.#context);
      this.#runs.set(id, { run, ended: this.#follow(id, run) });
    } catch (err) {
      // Such as a secret that does not open: it is tried again when the lease has ended.
      log().error({ err, endpointId: id }, "an endpoint cannot be sent to");
    }
  }

  async #follow(id: string, run: EndpointRun): Promise<void> {
    try {
      const wakeAt = await runEndpoint(run, this.#context);
      if (wakeAt) this.#agenda.noteTime(id, wakeAt);
    } catch (err) {
      log().error({ err, endpointId: id }, "sending to an endpoint has failed");
    } finally {
      this.#runs.delete(id);
    }
  }

  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
