import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { channel } from "#lib/processes/channel.ts";
import { idOf, type Limiter, type LimiterKind } from "./limiter-kind.ts";

export const COUNTS = "counts";

type Options = { customDuration?: number };
type Question = {
  kind: LimiterKind;
  act: keyof Limiter;
  key: string | number;
  points: number;
  options: Options;
};

type Count = ReturnType<RateLimiterRes["toJSON"]>;
/** A limiter refuses with a rejection, which cannot be sent to another process. */
type Answer = { isRefused: boolean; result: Count | boolean | null };

/** Counts in the supervisor, for all processes together; with `alone` if the supervisor is gone. */
export function createAskingLimiter(kind: LimiterKind, alone: Limiter): Limiter {
  async function ask(question: Omit<Question, "kind">): Promise<Answer["result"] | undefined> {
    const asked = channel()?.ask(COUNTS, { kind, ...question } satisfies Question);
    const answer = (await asked?.catch(() => undefined)) as Answer | undefined;
    if (answer?.isRefused) throw toResult(answer.result);
    return answer?.result;
  }
  const count =
    (act: "consume" | "penalty" | "reward") =>
    async (key: string | number, points = 1, options: Options = {}) => {
      const result = await ask({ act, key, points, options });
      return result === undefined ? await alone[act](key, points, options) : toResult(result);
    };

  return {
    consume: count("consume"),
    penalty: count("penalty"),
    reward: count("reward"),
    async get(key) {
      const result = await ask({ act: "get", key, points: 0, options: {} });
      if (result === undefined) return await alone.get(key);
      return result === null ? null : toResult(result);
    },
    async delete(key) {
      const result = await ask({ act: "delete", key, points: 0, options: {} });
      return result === undefined ? await alone.delete(key) : result === true;
    },
  };
}

function toResult(count: Answer["result"]): RateLimiterRes {
  if (count === null || typeof count === "boolean") throw new Error("a count is no count");
  const { remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration } = count;
  return new RateLimiterRes(remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration);
}

/** For the supervisor, which keeps the counts while processes come and go. */
export function createCounter(): (body: unknown) => Promise<Answer> {
  const limiters = new Map<string, Limiter>();
  return async (body) => {
    const question = body as Question;
    const { points, seconds: duration } = question.kind;
    const id = idOf(question.kind);
    const limiter = limiters.get(id) ?? new RateLimiterMemory({ points, duration });
    limiters.set(id, limiter);
    try {
      return { isRefused: false, result: toPlain(await carryOut(limiter, question)) };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { isRefused: true, result: refusal.toJSON() };
    }
  };
}

function carryOut(limiter: Limiter, { act, key, points, options }: Question) {
  return act === "get" || act === "delete" ? limiter[act](key) : limiter[act](key, points, options);
}

function toPlain(result: RateLimiterRes | boolean | null): Answer["result"] {
  return result instanceof RateLimiterRes ? result.toJSON() : result;
}
