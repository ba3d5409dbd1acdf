import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import { config } from "#lib/config.ts";
import { log } from "#lib/log/logger.ts";

/** `name` keeps the counts of different purposes apart in Redis. */
export type LimiterKind = { name: string; points: number; seconds: number };

const processWide = globalThis as {
  sealslipLimiters?: Map<string, RateLimiterAbstract>;
  sealslipRedis?: Redis;
};

/** Counts in this process, or across all processes where REDIS_URL is set. One limiter per kind. */
export function limiterFor(kind: LimiterKind): RateLimiterAbstract {
  processWide.sealslipLimiters ??= new Map();
  const id = `${kind.name}:${kind.points}:${kind.seconds}`;
  const existing = processWide.sealslipLimiters.get(id);
  if (existing) return existing;

  const limiter = createLimiter(kind);
  processWide.sealslipLimiters.set(id, limiter);
  return limiter;
}

function createLimiter({ name, points, seconds: duration }: LimiterKind): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ points, duration });
  const url = config().redisUrl;
  if (url === undefined) return memory;

  processWide.sealslipRedis ??= connectRedis(url);
  return new RateLimiterRedis({
    storeClient: processWide.sealslipRedis,
    keyPrefix: `sealslip:${name}`,
    points,
    duration,
    // Without Redis each process counts for itself rather than refuse everybody.
    insuranceLimiter: memory,
  });
}

function connectRedis(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on("error", (err) => log().warn({ err }, "Redis is away; each process counts for itself"));
  return redis;
}
