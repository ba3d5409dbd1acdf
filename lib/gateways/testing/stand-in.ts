import type { IncomingHttpHeaders } from "node:http";

/** What goes wrong. Except for the last five the request is carried out, only its answer is spoiled. */
const misbehaviors = [
  /** No answer, ever. */
  "silent",
  /** The connection ends without an answer. */
  "cut",
  /** The connection ends within the answer. */
  "half",
  /** 200 with a page of some proxy. */
  "html",
  /** 500, also when the same request is repeated, where the provider remembers that. */
  "lost",
  /** The connection ends without an answer, and the request arrives at `deliverLate`. */
  "late",
  /** The connection ends without an answer, and the provider works on the request until `deliverLate`. */
  "slow",
  /** 500, also when the same request is repeated, and nothing was done. */
  "stuck",
  /** 500, and nothing was done. */
  "error",
  /** 429, and nothing was done. */
  "rate_limited",
] as const;

export type Misbehavior = (typeof misbehaviors)[number];
export type Reply = { status: number; headers?: Record<string, string>; body: unknown };
export type ChargeRecord = { paymentId: string; charged: boolean };

export type StandInRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};

/** What becomes of a request: an answer, whole, cut in half, or in its place some proxy's, or none. */
export type Delivered =
  | { how: "whole" | "half" | "html"; reply: Reply }
  | { how: "silent" | "cut" };

/** A request that waits: nothing is done until `carryOut`, and nothing is answered until `answer`. */
type HeldRequest = StandInRequest & { carryOut(): void; answer(): void };

/** What a provider answers in its own words. */
export type Failure = Extract<Misbehavior, "error" | "lost" | "stuck" | "rate_limited">;

/** What one provider does with a request. */
export type ProviderBehavior = {
  handle(request: StandInRequest): Reply;
  /** The provider's own form of a failure; `request` is the one that it remembers, if it does. */
  fail(how: Failure, request?: StandInRequest): Reply;
  /** The idempotency key of a request, where it has one. */
  keyOf(request: StandInRequest): string | undefined;
  /** Keys of requests that are still under way: whoever comes with one of them is refused. */
  busy: Set<string>;
  /** Every payment that was made, charged or not. */
  charges: readonly ChargeRecord[];
  /** Forgets everything that it was asked for. */
  reset(): void;
  listEvents(): ProviderEvent[];
  refundAtProvider(paymentId: string, amount: number): void;
};

export type StandIn = {
  requests: StandInRequest[];
  /** Takes a request as a provider does, and says what becomes of it. */
  receive(request: StandInRequest): Promise<Delivered>;
  /** Every payment that was made, charged or not. */
  charges: readonly ChargeRecord[];
  /** How often money was taken, altogether or for one payment. */
  countCharges(paymentId?: string): number;
  /** Spoils the next `times` requests, or the next ones by `method` or to `path`. */
  misbehave(how: Misbehavior, where?: { method?: string; path?: string; times?: number }): void;
  /** Nothing is spoiled from now on, whatever `misbehave` asked for, and what was slow is done. */
  behave(): void;
  /** The key is being used by a request that is still under way, until told otherwise. */
  setBusy(key: string, busy: boolean): void;
  /** Starts over: nothing was ever asked for, and nothing is spoiled. */
  reset(): void;
  /** Carries out the requests that were on their way until now, or those of them that match. */
  deliverLate(matches?: (request: StandInRequest) => boolean): void;
  /** What the provider would notify a merchant of by now; an event has the same id each time. */
  listEvents(): ProviderEvent[];
  /** The merchant refunds a part of a payment at the provider itself; does nothing where it cannot. */
  refundAtProvider(paymentId: string, amount: number): void;
  /** Holds the next request that matches; fulfilled when it is there. */
  hold(matches: (request: StandInRequest) => boolean): Promise<HeldRequest>;
};

/** An event as it stood when it happened. */
export type ProviderEvent = { id: string; payload: string };

type Hold = {
  matches(request: StandInRequest): boolean;
  resolve(held: HeldRequest): void;
};
type Trap = { how: Misbehavior; where: { method?: string; path?: string }; times: number };

/** A provider without a network: `serveStandIn` gives it an address. */
export function createStandIn(provider: ProviderBehavior): StandIn {
  const requests: StandInRequest[] = [];
  const traps: Trap[] = [];
  const holds = new Set<Hold>();
  /** With whether the provider has begun with them. */
  const late = new Map<StandInRequest, { isBegun: boolean }>();

  const carryOutLate = (matches: (request: StandInRequest, isBegun: boolean) => boolean) => {
    for (const [request, { isBegun }] of [...late]) {
      if (!matches(request, isBegun)) continue;
      late.delete(request);
      if (isBegun) provider.busy.delete(provider.keyOf(request) ?? "");
      provider.handle(request);
    }
  };

  return {
    requests,
    charges: provider.charges,
    async receive(request) {
      requests.push(request);
      const hold = [...holds].find(({ matches }) => matches(request));
      if (hold) {
        holds.delete(hold);
        return await answerHeld(hold, provider, request);
      }
      const how = springTrap(traps, request);
      if (how !== "late" && how !== "slow") return answer(provider, request, how);
      const key = provider.keyOf(request);
      // A second one is refused at once, and a look is over at once.
      const isBegun = how === "slow" && key !== undefined && !provider.busy.has(key);
      if (isBegun) provider.busy.add(key);
      late.set(request, { isBegun });
      return { how: "cut" };
    },
    countCharges: (paymentId) =>
      provider.charges.filter(
        (charge) => charge.charged && (!paymentId || charge.paymentId === paymentId),
      ).length,
    misbehave(how, { times = 1, ...where } = {}) {
      traps.push({ how, where, times });
    },
    behave() {
      traps.length = 0;
      carryOutLate((_request, isBegun) => isBegun);
    },
    setBusy: (key, busy) => void provider.busy[busy ? "add" : "delete"](key),
    reset() {
      traps.length = 0;
      requests.length = 0;
      late.clear();
      provider.busy.clear();
      provider.reset();
    },
    deliverLate: (matches = () => true) => carryOutLate(matches),
    listEvents: () => provider.listEvents(),
    refundAtProvider: (paymentId, amount) => provider.refundAtProvider(paymentId, amount),
    hold: (matches) => new Promise((resolve) => holds.add({ matches, resolve })),
  };
}

function answerHeld(
  { resolve }: Hold,
  provider: ProviderBehavior,
  request: StandInRequest,
): Promise<Delivered> {
  const done: { reply?: Reply } = {};
  const carryOut = () => {
    // As it is now: what the provider has may change before the answer goes out.
    done.reply ??= structuredClone(provider.handle(request));
    return done.reply;
  };
  return new Promise((deliver) => {
    const answer = () => deliver({ how: "whole", reply: carryOut() });
    resolve({ ...request, carryOut, answer });
  });
}

function answer(
  provider: ProviderBehavior,
  request: StandInRequest,
  how: Exclude<Misbehavior, "late" | "slow"> | undefined,
): Delivered {
  if (how === "error" || how === "rate_limited" || how === "stuck") {
    return { how: "whole", reply: provider.fail(how, request) };
  }

  const reply = provider.handle(request);
  switch (how) {
    case undefined:
      return { how: "whole", reply };
    case "lost":
      return { how: "whole", reply: provider.fail("lost", request) };
    case "silent":
    case "cut":
      return { how };
    default:
      return { how, reply };
  }
}

function springTrap(traps: Trap[], { method, path }: StandInRequest): Misbehavior | undefined {
  const trap = traps.find(
    ({ where, times }) =>
      times > 0 && (where.method ?? method) === method && (where.path ?? path) === path,
  );
  if (trap) trap.times -= 1;
  return trap?.how;
}
