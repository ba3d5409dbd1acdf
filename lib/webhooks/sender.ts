import { config } from "#lib/config.ts";
import { createId } from "#lib/core/ids.ts";
import { publishEvents } from "#lib/events/publish.ts";
import { log } from "#lib/log/logger.ts";
import { createAgent } from "#lib/outbound/agent.ts";
import { isDatabaseUnavailable } from "#lib/storage/failures.ts";
import { Agenda, type Claimed, claimEndpoints } from "./claim.ts";
import { ANSWER_SECONDS } from "./contract-deliveries.ts";
import { describeEvents } from "./describe-event.ts";
import { EndpointRun, type SenderContext } from "./endpoint-run.ts";
import { Pause } from "./pause.ts";
import { runEndpoint } from "./run-endpoint.ts";
import { ScanBudget } from "./scan-budget.ts";
import { Slots } from "./slots.ts";

/** Endpoints that a process sends to at one time, beside those that only await answers. */
const MAX_RUNS = 256;
/** After so long an endpoint gives its place to one that waits. */
const TURN_MS = 5_000;
/** After so many events at once, there are more. */
const MANY = 100;
const BUSY_PAUSE_MS = 200;
const IDLE_PAUSE_MS = 1_000;
/** How long attempts on their way are waited for at the end. */
const STOP_MS = 5_000;

type SenderOptions = { isHeld: () => boolean; answerMs?: number };
type Stoppable = { stop(): Promise<void> };

/**
 * Publishes events and sends them to endpoints, until it is stopped. Each endpoint belongs to one process at a time, by a
 * lease, and runs by itself: a slow one delays no other. Nothing is done while `isHeld`.
 */
export function startSender({
  isHeld,
  answerMs = ANSWER_SECONDS * 1000,
}: SenderOptions): Stoppable {
  const agent = createAgent(config().webhookReach);
  const holder = createId("process");
  const shared = { slots: new Slots(), scans: new ScanBudget(), agent, answerMs };
  const context: SenderContext = { holder, ...shared, state: "sending" };
  const sender = new Sender(context, isHeld);
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

type Running = { run: EndpointRun; since: number; ended: Promise<void> };

class Sender {
  readonly #context: SenderContext;
  readonly #isHeld: () => boolean;
  readonly #agenda = new Agenda();
  /** In the order in which they began. */
  readonly #runs = new Map<string, Running>();
  readonly #pause = new Pause();

  constructor(context: SenderContext, isHeld: () => boolean) {
    this.#context = context;
    this.#isHeld = isHeld;
  }

  async run(): Promise<void> {
    while (this.#context.state === "sending") {
      const pauseMs = await this.#takeTurn();
      if (this.#context.state !== "sending") break;
      await this.#pause.wait(pauseMs);
    }
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
  }

  advance(state: "stopping" | "givingUp"): void {
    this.#context.state = state;
    this.#pause.end();
    for (const { run } of this.#runs.values()) run.pause.end();
  }

  /** Returns the pause after it. Never rejects: the next turn tries again. */
  async #takeTurn(): Promise<number> {
    if (this.#isHeld()) return IDLE_PAUSE_MS;
    try {
      const published = await this.#publish();
      const { claimed, waiting } = await claimEndpoints(this.#agenda, {
        holder: this.#context.holder,
        running: new Set(this.#runs.keys()),
        ...this.#countPlaces(),
      });
      for (const one of claimed) this.#start(one);
      this.#makeRoom(waiting);
      if (published >= MANY) return 0;
      return published + claimed.length + waiting > 0 ? BUSY_PAUSE_MS : IDLE_PAUSE_MS;
    } catch (err) {
      const level = isDatabaseUnavailable(err) ? "warn" : "error";
      log()[level]({ err }, "events wait for the next turn of the sender");
      return IDLE_PAUSE_MS;
    }
  }

  async #publish(): Promise<number> {
    return await publishEvents(async (...changes) => {
      const events = await describeEvents(...changes);
      this.#agenda.noteEvents(events);
      return events;
    });
  }

  #countPlaces(): { free: number; taken: Map<string, number> } {
    const taken = new Map<string, number>();
    let free = MAX_RUNS;
    for (const { run } of this.#runs.values()) {
      if (run.isClosing) continue;
      const { organizationId } = run.endpoint;
      taken.set(organizationId, (taken.get(organizationId) ?? 0) + 1);
      free -= 1;
    }
    return { free, taken };
  }

  /** Those who have had their turn longest give their places to as many as wait. */
  #makeRoom(waiting: number): void {
    const endsBefore = performance.now() - TURN_MS;
    const hadTheirTurn = [...this.#runs.values()].filter(
      ({ run, since }) => !run.isClosing && since < endsBefore,
    );
    for (const { run } of hadTheirTurn.slice(0, waiting)) run.close();
  }

  #start({ endpoint, lease }: Claimed): void {
    const { id } = endpoint;
    try {
      const run = new EndpointRun(endpoint, lease, this.#context);
      this.#runs.set(id, { run, since: performance.now(), ended: this.#follow(id, run) });
    } catch (err) {
      // Such as a secret that does not open: it is tried again when the lease has ended.
      log().error({ err, endpoint_id: id }, "an endpoint cannot be sent to");
    }
  }

  async #follow(id: string, run: EndpointRun): Promise<void> {
    try {
      const wakeAt = await runEndpoint(run, this.#context);
      if (wakeAt) this.#agenda.noteTime(id, wakeAt);
    } catch (err) {
      log().error({ err, endpoint_id: id }, "sending to an endpoint has failed");
    } finally {
      this.#runs.delete(id);
    }
  }
}
