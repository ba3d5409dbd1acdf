import type { LoggedEvent } from "#lib/events/logged-event.ts";
import { log } from "#lib/log/logger.ts";
import type { OutboundAgent } from "#lib/outbound/agent.ts";
import { type Attempt, attempt, GONE, isDelivered } from "./attempt.ts";
import { eventBody } from "./event-body.ts";
import {
  afterFailure,
  afterResendFailure,
  DOWN_AFTER,
  type Health,
  healthy,
  isSameHealth,
  pickHealth,
} from "./health.ts";
import type { Lease } from "./lease.ts";
import { Pause } from "./pause.ts";
import type { ScanBudget } from "./scan-budget.ts";
import { openSecrets } from "./secrets.ts";
import type { Slots } from "./slots.ts";
import type { LeasedEndpoint, Resend } from "./store-claim.ts";
import { type Task, TaskQueue } from "./task-queue.ts";

/** What all endpoints of a process share. */
export type SenderContext = {
  /** The process, as leases name it. */
  holder: string;
  slots: Slots;
  scans: ScanBudget;
  agent: OutboundAgent;
  /** How long an answer is waited for. */
  answerMs: number;
  /** `stopping`: nothing new begins. `givingUp`: what is on its way is not waited for. */
  state: "sending" | "stopping" | "givingUp";
};

/** What came of a task; `attempt` is null where the event is not kept any more. */
export type Result = {
  kind: Task["kind"];
  eventId: string;
  type: string;
  attempts: number;
  attempt: Attempt | null;
};

const FIRST_WINDOW = 8;
const MAX_WINDOW = 32;
/** More wait to be recorded only where the database is away. */
const MAX_UNRECORDED = 512;

/** The attempts of an endpoint, while its lease is held: as many at a time as it takes well. */
export class EndpointRun {
  endpoint: LeasedEndpoint;
  readonly lease: Lease;
  readonly queue: TaskQueue;
  health: Health;
  /** Not recorded yet. */
  results: Result[] = [];
  inFlight = 0;
  /** Ends where there is something to record or to read. */
  readonly pause = new Pause();

  readonly #context: SenderContext;
  #secrets: string[];
  #window: number;
  #resendFailures: number;
  #isGone = false;
  #isClosing = false;
  #isGivenUp = false;
  #isInLine = false;

  constructor(endpoint: LeasedEndpoint, lease: Lease, context: SenderContext) {
    this.endpoint = endpoint;
    this.lease = lease;
    this.queue = new TaskQueue(endpoint);
    this.health = pickHealth(endpoint);
    this.#context = context;
    this.#secrets = openSecrets(endpoint);
    const isUp = endpoint.pausedUntil === null;
    this.#window = isUp && endpoint.failures === 0 ? FIRST_WINDOW : 1;
    // Paused, it is still down if the first attempt fails.
    this.#resendFailures = isUp ? 0 : DOWN_AFTER - 1;
  }

  /** How many more attempts it takes at the moment. */
  get room(): number {
    return this.#window - this.inFlight;
  }

  /** Whether it has something to send and waits for a slot of the process. */
  get isInLine(): boolean {
    return this.#isInLine;
  }

  /** Nothing new begins. */
  get isEnding(): boolean {
    const { disabledReason, isApproved } = this.endpoint;
    const isDisabled = this.#isGone || disabledReason !== null;
    return isDisabled || !isApproved || this.#isClosing || this.#context.state !== "sending";
  }

  /** Whether its place was handed over, and it awaits what is on its way. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  wants({ type }: LoggedEvent): boolean {
    const { types } = this.endpoint;
    return types.length === 0 || types.includes(type);
  }

  /** Begins as many attempts as the endpoint, the process, and the lease allow. */
  launch(): void {
    while (this.#mayLaunch()) {
      if (!this.#context.slots.hasRoom(this.endpoint.organizationId)) {
        this.#standInLine();
        return;
      }
      if (!this.#launchOne()) return;
    }
  }

  /** Takes over what the database has now, which others may have changed. */
  adopt(current: LeasedEndpoint, recorded: { health: Health; resend: Resend }): void {
    this.endpoint = current;
    this.#secrets = openSecrets(current);
    if (!isSameHealth(current, recorded.health)) this.health = pickHealth(current);
    this.queue.adoptResend(current, recorded.resend);
    this.queue.skip((event) => !this.wants(event));
  }

  /** The delivery of an event that is not kept any more fails. */
  noteLost(due: { eventId: string; type: string; attempts: number }): void {
    this.queue.busy.add(due.eventId);
    this.results.push({ ...due, kind: "retry", attempt: null });
  }

  /** Nothing new begins, so that its place is free for another endpoint; what is on its way is awaited and recorded. */
  close(): void {
    this.#isClosing = true;
    this.pause.end();
  }

  /** What is on its way is not recorded any more. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.#context.slots.leave(this.endpoint.organizationId, this.#takeTurn);
  }

  #mayLaunch(): boolean {
    return (
      !this.isEnding &&
      this.room > 0 &&
      this.results.length < MAX_UNRECORDED &&
      this.lease.coversAttempt()
    );
  }

  #launchOne(): boolean {
    const task = this.queue.take(this.health);
    if (task) void this.#run(task);
    return task !== undefined;
  }

  #standInLine(): void {
    if (this.#isInLine) return;
    this.#isInLine = true;
    this.#context.slots.wait(this.endpoint.organizationId, this.#takeTurn);
  }

  /** One attempt for each turn. */
  readonly #takeTurn = (): void => {
    this.#isInLine = false;
    if (this.#isGivenUp || !this.#mayLaunch() || !this.#launchOne()) return;
    if (this.#mayLaunch()) this.#standInLine();
  };

  async #run(task: Task): Promise<void> {
    const { slots } = this.#context;
    const { organizationId } = this.endpoint;
    slots.take(organizationId);
    this.inFlight += 1;
    const outcome = await this.#send(task.event);
    this.inFlight -= 1;
    if (!this.#isGivenUp) this.#note(task, outcome);
    slots.giveBack(organizationId);
    if (this.#isGivenUp) return;

    this.launch();
    // Where nothing is left to begin, there may be more to read, or the run may be over.
    const hasRoom = this.#mayLaunch() && !this.#isInLine;
    if (hasRoom || this.results.length >= MAX_WINDOW) this.pause.end();
  }

  async #send(event: LoggedEvent): Promise<Attempt> {
    try {
      const { url } = this.endpoint;
      const { agent, answerMs } = this.#context;
      return await attempt({
        url,
        secrets: this.#secrets,
        eventId: event.id,
        body: eventBody(event),
        reach: agent.reach,
        agent,
        answerMs,
      });
    } catch (err) {
      // Ours, such as a key that is missing: it is tried again, and the endpoint has no part in it.
      log().error({ err, event_id: event.id }, "an event could not be sent");
      const none = { durationMs: 0, statusCode: null, answer: null };
      return { at: new Date(), error: "interrupted", ...none };
    }
  }

  #note(task: Task, outcome: Attempt): void {
    const { kind, event, attempts } = task;
    this.queue.finish(task);
    this.results.push({
      kind,
      eventId: event.id,
      type: event.type,
      attempts,
      attempt: outcome,
    });
    if (outcome.error === "interrupted") return;

    this.#isGone ||= kind !== "resend" && outcome.statusCode === GONE;
    const isSuccess = isDelivered(outcome);
    this.#window = isSuccess
      ? Math.min(MAX_WINDOW, this.#window + 1)
      : Math.max(1, Math.floor(this.#window / 2));
    if (isSuccess) this.#resendFailures = 0;
    else if (kind === "resend") this.#resendFailures += 1;
    this.health = this.#healthAfter(kind, isSuccess, outcome.at);
  }

  #healthAfter(kind: Task["kind"], isSuccess: boolean, at: Date): Health {
    if (isSuccess) return healthy;
    if (kind !== "resend") return afterFailure(this.health, at, kind);
    return afterResendFailure(this.health, this.#resendFailures);
  }
}
