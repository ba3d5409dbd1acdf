import { Client } from "pg";
import type { Config, ProductionRisk } from "#lib/config.ts";
import { isLoopback } from "#lib/core/loopback.ts";
import { StartError } from "./start-error.ts";

type Finding = { risk: ProductionRisk; reason: string };

/**
 * Throws StartError for what must not be so in production mode, unless ALLOW_IN_PRODUCTION names it.
 * `serves`: whether browsers reach this process, rather than a worker.
 */
export function requireSafeProduction(settings: Config, { serves }: { serves: boolean }): void {
  if (!settings.productionMode) return;

  // A server with WORKER=0 leaves its mail to a worker.
  const sends = settings.worker || !serves;
  const found = [
    ...connectionRisks(settings),
    ...plainAddresses("plain-service", settings.services),
    ...webhookRisks(settings),
    ...(sends ? mailRisks(settings) : []),
    ...(serves ? servingRisks(settings) : []),
  ];
  const refused = found.filter(({ risk }) => !settings.allowInProduction.includes(risk));
  if (refused.length === 0) return;

  const reasons = refused.map(({ reason }) => reason).join("; ");
  const names = refused.map(({ risk }) => risk).join(",");
  throw new StartError(
    `NODE_ENV=production: ${reasons} (ALLOW_IN_PRODUCTION=${names} starts all the same)`,
  );
}

function servingRisks({ baseUrl, demo, oidc }: Config): Finding[] {
  const findings: Finding[] = [];
  if (!baseUrl?.startsWith("https:")) {
    const reason = "BASE_URL: must be the https address of the service, for cookies and links";
    findings.push({ risk: "plain-base-url", reason });
  }
  if (demo) findings.push({ risk: "demo", reason: "DEMO: 1 lets strangers in" });
  return [...findings, ...plainAddresses("plain-oidc", { OIDC_ISSUER: oidc?.issuer })];
}

function webhookRisks({ webhookReach }: Config): Finding[] {
  if (webhookReach === "public") return [];
  const reason = "WEBHOOK_ALLOW_PRIVATE: 1 lets organizations call this network";
  return [{ risk: "private-webhooks", reason }];
}

function mailRisks({ smtpUrl }: Config): Finding[] {
  if (smtpUrl !== undefined) return [];
  const reason = "SMTP_URL: without it, mail is only written to the data folder";
  return [{ risk: "written-mail", reason }];
}

/** Of what the service calls, by the names of their variables. */
function plainAddresses(
  risk: ProductionRisk,
  variables: Record<string, string | undefined>,
): Finding[] {
  return Object.entries(variables).flatMap(([name, text]) => {
    const url = text === undefined ? undefined : new URL(text);
    if (!url || url.protocol === "https:" || isLoopback(url.hostname)) return [];
    return { risk, reason: `${name}: must be an https address` };
  });
}

function connectionRisks(settings: Config): Finding[] {
  const { redisUrl } = settings;
  const findings: Finding[] = [];
  const databases = {
    DATABASE_URL: settings.databaseUrl,
    DATABASE_OWNER_URL: settings.databaseOwnerUrl,
    DATABASE_READ_URL: settings.databaseReadUrl,
  };
  for (const [name, url] of Object.entries(databases)) {
    if (!url || isPrivateDatabase(url)) continue;
    const reason = `${name}: needs sslmode=verify-full for another machine`;
    findings.push({ risk: "plain-database", reason });
  }
  if (redisUrl && !isPrivateRedis(redisUrl)) {
    findings.push({ risk: "plain-redis", reason: "REDIS_URL: needs rediss: for another machine" });
  }
  return findings;
}

function isPrivateDatabase(url: string): boolean {
  // As the driver reads it, which treats parameters and PG* variables unlike libpq and any URL parser.
  const { host, ssl } = new Client({ connectionString: url });
  if (host.startsWith("/") || isLoopback(host)) return true;
  // Other modes that verify today will not in the next version of node-postgres.
  return isVerified(ssl) && new URL(url).searchParams.get("sslmode") === "verify-full";
}

/** Whether TLS checks the certificate and its name, as by default; options can only take that away. */
function isVerified(ssl: unknown): boolean {
  if (typeof ssl !== "object" || ssl === null) return ssl === true;
  return !("rejectUnauthorized" in ssl) && !("checkServerIdentity" in ssl);
}

function isPrivateRedis(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  // As the client reads it: in capitals it is another scheme, and an empty parameter turns TLS off.
  const hasTls = url.startsWith("rediss://") && !searchParams.has("tls");
  return hasTls || isLoopback(hostname);
}
