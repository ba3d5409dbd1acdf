import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import { config } from "#lib/config.ts";
import { log } from "#lib/log/logger.ts";

/** `name` keeps the counts of one purpose apart from those of another in Redis. */
export type LimiterKind = { name: string; points: number; seconds: number };

const processWide = globalThis as {
  sealslipLimiters?: Map<string, RateLimiterAbstract>;
  sealslipRedis?: Redis;
};

/** Counts in this process, or for all of them where REDIS_URL is set. One for each distinct kind. */
export function limiterFor(kind: LimiterKind): RateLimiterAbstract {
  processWide.sealslipLimiters ??= new Map();
  const id = `${kind.name}:${kind.points}:${kind.seconds}`;
  const known = processWide.sealslipLimiters.get(id);
  if (known) return known;

  const made = createLimiter(kind);
  processWide.sealslipLimiters.set(id, made);
  return made;
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
    // Redis away: each process counts for itself rather than refuse everybody.
    insuranceLimiter: memory,
  });
}

function connectRedis(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on("error", (err) => log().warn({ err }, "Redis is away; each process counts for itself"));
  return redis;
}
