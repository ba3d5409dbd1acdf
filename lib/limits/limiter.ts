import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";
import { log } from "#lib/log/logger.ts";
import { channel } from "#lib/processes/channel.ts";
import { createAskingLimiter } from "./count-together.ts";
import type { Limiter, LimiterKind } from "./limiter-kind.ts";

const processWide = globalThis as {
  sealslipLimiters?: (LimiterKind & { limiter: Limiter })[];
  sealslipRedis?: Redis;
};

/** Counts across the processes of this server, or of all servers where REDIS_URL is set. One limiter per kind. */
export function limiterFor(kind: LimiterKind): Limiter {
  processWide.sealslipLimiters ??= [];
  const { name, points, seconds } = kind;
  // There are only a few, and building an id for each look-up would take longer.
  const known = processWide.sealslipLimiters.find(
    (one) => one.name === name && one.points === points && one.seconds === seconds,
  );
  if (known) return known.limiter;

  const limiter = createLimiter(kind);
  processWide.sealslipLimiters.push({ ...kind, limiter });
  return limiter;
}

function createLimiter(kind: LimiterKind): Limiter {
  const { name, points, seconds: duration } = kind;
  const memory = new RateLimiterMemory({ points, duration });
  const url = config().redisUrl;
  if (url === undefined) return channel() ? createAskingLimiter(kind, memory) : memory;

  processWide.sealslipRedis ??= connectRedis(url);
  return new RateLimiterRedis({
    storeClient: processWide.sealslipRedis,
    keyPrefix: `sealslip:${name}`,
    points,
    duration,
    // Without Redis each process counts for itself instead of refusing every call.
    insuranceLimiter: memory,
  });
}

/** Undefined in a process that has not used Redis yet. */
export function isRedisConnected(): boolean | undefined {
  const { sealslipRedis: redis } = processWide;
  return redis && redis.status === "ready";
}

/** Resolves if Redis answers within a few seconds; otherwise rejects with the reason. */
export async function requireRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
  });
  // Its message says more than that of the connection that is closed because of it.
  const failed = new Promise<never>((_, reject) => redis.on("error", reject));
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), failed]);
  } finally {
    redis.disconnect();
  }
}

const ANSWER_MS = 5_000;

function connectRedis(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on("error", (err) => log().warn({ err }, "Redis is away; each process counts for itself"));
  return redis;
}
