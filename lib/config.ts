import { hostname } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { isLoopback } from "#lib/core/loopback.ts";
import {
  DEFAULT_AUDIT_DAYS,
  DEFAULT_ESCROW_DAYS,
  DEFAULT_SETTLE_MINUTES,
  MIN_AUDIT_DAYS,
} from "#lib/core/retention.ts";
import {
  databaseUrl,
  isAddress,
  originUrl,
  readApiBases,
  serviceAddresses,
} from "#lib/core/setting-urls.ts";
import { rateLimitOverride } from "#lib/core/tiers.ts";
import { environments } from "#lib/core/vocabulary.ts";

export type Config = z.output<typeof schema>;

/** The environment is invalid; the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

/** The risks that production mode refuses, unless ALLOW_IN_PRODUCTION names them. */
const productionRisks = [
  "plain-base-url",
  "demo",
  "plain-oidc",
  "plain-database",
  "plain-redis",
  "plain-smtp",
  "plain-service",
  "written-mail",
  "private-webhooks",
] as const;

export type ProductionRisk = (typeof productionRisks)[number];

const mailbox = /^(?:[^\s<>@]+@[^\s<>@]+|[^\r\n<>]+ <[^\s<>@]+@[^\s<>@]+>)$/;

/** Names with commas between them. */
const list = z.string().transform((text) => text.split(",").flatMap((name) => name.trim() || []));

/** Events and calls are kept no longer. */
const MAX_DEMO_DAYS = 30;

const flag = z.enum(["0", "1"]).transform((value) => value === "1");

const schema = z
  .object({
    NODE_ENV: z.string().optional(),
    ALLOW_IN_PRODUCTION: list.prefault("").pipe(z.array(z.enum(productionRisks))),
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().optional(),
    WEB_CONCURRENCY: wholeNumber(1, 256).optional(),
    BASE_URL: originUrl.optional(),
    DATA_DIR: z.string().default(".data"),
    DEMO: flag.optional(),
    DEMO_HISTORY_DAYS: wholeNumber(0, MAX_DEMO_DAYS).default(MAX_DEMO_DAYS),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_OWNER_URL: databaseUrl.optional(),
    DATABASE_POOL_SIZE: wholeNumber(1, 1000).optional(),
    DATABASE_READ_URL: databaseUrl.optional(),
    DATABASE_READ_MAX_LAG_MS: wholeNumber(2000, 60_000).default(5000),
    BACKUP_RECIPIENTS: list
      .prefault("")
      .pipe(z.array(z.string().regex(/^age1[0-9a-z]+$/, "must be public keys of age: age1…"))),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    API_ENVIRONMENTS: z
      .string()
      .default(environments.join(","))
      .transform((text) => text.split(",").map((name) => name.trim()))
      .pipe(z.array(z.enum(environments)).min(1)),
    ACCESS_TOKEN_SECONDS: wholeNumber(120, 180).default(150),
    ESCROW_DAYS: wholeNumber(1, 3650).default(DEFAULT_ESCROW_DAYS),
    AUDIT_DAYS: wholeNumber(MIN_AUDIT_DAYS, 36_500).default(DEFAULT_AUDIT_DAYS),
    GATEWAY_TIMEOUT_MS: wholeNumber(50, 60_000).default(5000),
    GATEWAY_CALLS: wholeNumber(1, 100_000).default(200),
    WEBHOOK_ALLOW_PRIVATE: flag.optional(),
    PAYMENT_SETTLE_MINUTES: wholeNumber(1, 1440).default(DEFAULT_SETTLE_MINUTES),
    RATE_LIMITS: z
      .string()
      .default("{}")
      .transform((text, context) => {
        try {
          return JSON.parse(text) as unknown;
        } catch {
          context.addIssue("is not JSON");
          return z.NEVER;
        }
      })
      .pipe(rateLimitOverride),
    SIGN_UP: flag.optional(),
    OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().max(64).default("single sign-on"),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, abort: true })
      .refine((url) => new URL(url).hostname !== "", "must name a host")
      .refine((url) => !/[?#]/.test(url), "takes no parameters")
      .optional(),
    MAIL_FROM: z
      .string()
      .max(320)
      .regex(mailbox, "must be an address, or a name and an address: Name <mail@host>")
      .optional(),
    SECURITY_CONTACT: z.url({ protocol: /^(https|mailto)$/ }).optional(),
    WORKER: flag.default(true),
    TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
    HSTS_SUBDOMAINS: flag.default(false),
    SHUTDOWN_NOTICE_SECONDS: wholeNumber(0, 30).default(0),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
    INSTANCE_NAME: z.string().max(64).default(hostname()),
    METRICS_TOKEN: z.string().min(16, "must have 16 or more characters").optional(),
    WORKER_PORT: wholeNumber(0, 65_535).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_TRACES_SAMPLER_ARG: z
      .string()
      .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, "must be a number from 0 to 1")
      .default("1"),
    SECRETS_FILE: z.string().optional(),
    CARD_PEPPERS: z.string().optional(),
    COLUMN_KEYS: z.string().optional(),
    ESCROW_KEYS: z.string().optional(),
    SESSION_SECRET: z.string().optional(),
    SESSION_SECRET_PREVIOUS: z.string().optional(),
    VAPID_PRIVATE_KEY: z.string().optional(),
  })
  // The address of a payment provider's API, if not its own, and of a key service, which its SDK reads.
  .catchall(z.unknown())
  .superRefine((env, context) => {
    for (const [name, value] of serviceAddresses(env)) {
      if (isAddress(value)) continue;
      context.addIssue({ code: "custom", path: [name], message: "must be an http or https URL" });
    }
    for (const name of ["DATABASE_OWNER_URL", "DATABASE_READ_URL"] as const) {
      if (env[name] === undefined || env.DATABASE_URL !== undefined) continue;
      const path = [name];
      context.addIssue({ code: "custom", path, message: "is of no use without DATABASE_URL" });
    }
    if (env.OIDC_ISSUER === undefined) return;
    for (const name of ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const) {
      if (env[name] !== undefined) continue;
      context.addIssue({ code: "custom", path: [name], message: "is needed with OIDC_ISSUER" });
    }
  })
  .transform((env) => ({
    productionMode: env.NODE_ENV === "production",
    allowInProduction: env.ALLOW_IN_PRODUCTION,
    port: env.PORT,
    host: env.HOST,
    processes: env.WEB_CONCURRENCY,
    baseUrl: env.BASE_URL,
    dataDir: resolve(env.DATA_DIR),
    demo: env.DEMO,
    demoHistoryDays: env.DEMO_HISTORY_DAYS,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databaseReadUrl: env.DATABASE_READ_URL,
    databaseReadMaxLagMs: env.DATABASE_READ_MAX_LAG_MS,
    backupRecipients: env.BACKUP_RECIPIENTS,
    redisUrl: env.REDIS_URL,
    environments: env.API_ENVIRONMENTS,
    accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
    escrowDays: env.ESCROW_DAYS,
    auditDays: env.AUDIT_DAYS,
    gatewayTimeoutMs: env.GATEWAY_TIMEOUT_MS,
    gatewayCalls: env.GATEWAY_CALLS,
    paymentSettleMs: env.PAYMENT_SETTLE_MINUTES * 60_000,
    webhookReach: readWebhookReach(env),
    apiBases: readApiBases(env),
    services: Object.fromEntries(serviceAddresses(env)),
    rateLimits: env.RATE_LIMITS,
    signUp: env.SIGN_UP ?? env.NODE_ENV !== "production",
    oidc: readOidc(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    securityContact: env.SECURITY_CONTACT,
    worker: env.WORKER,
    trustedProxies: env.TRUSTED_PROXIES,
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    shutdownNoticeMs: env.SHUTDOWN_NOTICE_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    instanceName: env.INSTANCE_NAME,
    metricsToken: env.METRICS_TOKEN,
    workerPort: env.WORKER_PORT,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    tracesRatio: Number(env.OTEL_TRACES_SAMPLER_ARG),
    secretsFile: env.SECRETS_FILE,
    secrets: {
      CARD_PEPPERS: env.CARD_PEPPERS,
      COLUMN_KEYS: env.COLUMN_KEYS,
      ESCROW_KEYS: env.ESCROW_KEYS,
      SESSION_SECRET: env.SESSION_SECRET,
      SESSION_SECRET_PREVIOUS: env.SESSION_SECRET_PREVIOUS,
      VAPID_PRIVATE_KEY: env.VAPID_PRIVATE_KEY,
    },
  }));

type WebhookVariables = {
  NODE_ENV?: string | undefined;
  BASE_URL?: string | undefined;
  WEBHOOK_ALLOW_PRIVATE?: boolean | undefined;
};

/**
 * A developer's receiver runs on the same machine. The rest of the network stays out of reach: the server listens on all
 * addresses, and anyone who reaches it can sign up.
 */
function readWebhookReach({
  NODE_ENV: mode,
  BASE_URL: url,
  WEBHOOK_ALLOW_PRIVATE: allowPrivate,
}: WebhookVariables): "public" | "loopback" | "any" {
  if (allowPrivate !== undefined) return allowPrivate ? "any" : "public";
  if (mode === "production") return "public";
  return url === undefined || isLoopback(new URL(url).hostname) ? "loopback" : "public";
}

type OidcVariables = {
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_NAME: string;
};

/** Undefined where members sign in with a password only. */
function readOidc(env: OidcVariables) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer || !clientId || !clientSecret) return undefined;
  return { issuer, clientId, clientSecret, name: env.OIDC_NAME };
}

/** Reads the variables of `.env.example`. Throws `ConfigError` that names each wrong one, never its value. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  // An empty variable, which compose files and shells often leave, counts as not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;

  const reasons = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  throw new ConfigError(reasons.join("; "));
}

const processWide = globalThis as { sealslipConfig?: Config };

/** The configuration of this process, parsed at the first call. */
export function config(): Config {
  processWide.sealslipConfig ??= parseConfig(process.env);
  return processWide.sealslipConfig;
}

/** Called once the keys are imported: the texts are no longer needed. */
export function forgetSecretTexts(): void {
  const { secrets } = config();
  for (const name of Object.keys(secrets) as (keyof typeof secrets)[]) {
    secrets[name] = undefined;
    delete process.env[name];
  }
}

/** Variables with the credentials and endpoint for the SDK of a key service, for a process of its own. */
export function keyServiceVariables(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) =>
    /^(?:AWS_.*|HOME|NODE_ENV|NODE_EXTRA_CA_CERTS)$/.test(name),
  );
  return { NODE_ENV: "production", ...Object.fromEntries(entries) };
}
