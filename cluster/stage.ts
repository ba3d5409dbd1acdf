import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { ownSecretsPath, writeNewSecrets } from "#lib/secrets/read-secrets.ts";
import { getDatabaseAccount, type SystemAccount } from "#lib/storage/embedded/account.ts";
import { startSmtpStandIn } from "#lib/testing/smtp-stand-in.ts";
import {
  type Balancer,
  createBalancer,
  createPooler,
  createRedis,
  type Place,
  type Pooler,
} from "./around.ts";
import type { Database } from "./database.ts";
import { createInstance, createWorker, type Instance, migrate } from "./instance.ts";
import type { Part } from "./part.ts";
import { findFreePorts } from "./ports.ts";
import type { Postgres } from "./postgres.ts";
import { findPrograms, type Programs } from "./programs.ts";
import { openWire, type Wire } from "./wire.ts";

/** What the service runs with in production, on loopback: all of it real but for the providers. */
export type Stage<D extends Database = Database> = AsyncDisposable & {
  folder: string;
  programs: Programs;
  account: SystemAccount | undefined;
  postgres: D;
  /** Between the pooler and PostgreSQL. */
  wire: Wire;
  pooler: Pooler;
  redis: Part;
  balancer: Balancer;
  instances: Instance[];
  worker: Part;
  providers: {
    gateway_one: Awaited<ReturnType<typeof startStripeStandIn>>;
    gateway_two: Awaited<ReturnType<typeof startSquareStandIn>>;
  };
  /** What instances run with, but for their ports. */
  env: Record<string, string>;
  /** Where the secrets are, as the data folder of tests has them. */
  dataDir: string;
};

/** The stage of a trial whose PostgreSQL is a program of its own. */
export type PlainStage = Stage<Postgres>;

type Options<D extends Database> = {
  instances: number;
  /** Its PostgreSQL, at a port that is free; what it opens on the way goes into `parts`, too. */
  createDatabase: (place: Place, parts: AsyncDisposableStack) => Promise<D>;
  /** Is told of each part that runs. */
  announce: (line: string) => void;
  /** Puts a disk where PostgreSQL's files go; returns what takes it away. */
  mountDisk?: (folder: string, account: SystemAccount | undefined) => Promise<() => Promise<void>>;
  /** Whether the service reaches PostgreSQL past the pooler. */
  isDirect?: boolean;
  /** Settings of this trial, for all instances and the worker. */
  env?: Record<string, string>;
  /** What the last instance runs with beside the others' settings. */
  lastEnv?: (folder: string) => Promise<Record<string, string>>;
};

/** Whatever is open when it is interrupted, or fails, is among `parts`. */
export async function openStage<D extends Database>(
  options: Options<D>,
  parts: AsyncDisposableStack,
): Promise<Stage<D>> {
  const { instances: count, announce } = options;
  const programs = findPrograms();
  const opening = parts.use(new AsyncDisposableStack());
  const folder = await mkdtemp(join(tmpdir(), "sealslip-cluster-"));
  if (process.env.KEEP) announce(`everything is in ${folder}`);
  else opening.defer(() => rm(folder, { recursive: true, force: true }));
  const account = await getDatabaseAccount(folder);
  await prepareFolders(folder, account);
  const disk = await options.mountDisk?.(join(folder, "postgresql"), account);
  if (disk) opening.defer(disk);
  const lastEnv = await options.lastEnv?.(folder);

  const ports = (await findFreePorts(count + 5)) as Ports;
  const [databasePort, poolerPort, redisPort, balancerPort, statsPort, ...servicePorts] = ports;
  const shared = { folder, programs, account };
  const postgres = await options.createDatabase({ ...shared, port: databasePort }, opening);
  const wire = opening.use(await openWire(databasePort));
  const pooler = await createPooler(
    { ...shared, port: poolerPort },
    { ...postgres, port: wire.port },
  );
  const redis = createRedis({ ...shared, port: redisPort });
  for (const part of [postgres, pooler, redis]) {
    opening.use(part);
    await part.start();
    announce(`${part.name} runs`);
  }
  await postgres.createDatabase("sealslip");

  const providers = {
    gateway_one: opening.use(await startStripeStandIn()),
    gateway_two: opening.use(await startSquareStandIn()),
  };
  const mail = opening.use(await startSmtpStandIn());
  const dataDir = join(folder, "data");
  await writeFile(ownSecretsPath(dataDir), await writeNewSecrets(), { mode: 0o600 });
  const env = {
    NODE_ENV: "production",
    // The balancer of a trial on one machine has no certificate.
    ALLOW_IN_PRODUCTION: "plain-base-url",
    BASE_URL: `http://127.0.0.1:${balancerPort}`,
    HOST: "127.0.0.1",
    TRUSTED_PROXIES: "1",
    DATA_DIR: dataDir,
    SECRETS_FILE: ownSecretsPath(dataDir),
    DATABASE_URL: `postgresql://sealslip:${postgres.password}@127.0.0.1:${options.isDirect ? wire.port : poolerPort}/sealslip`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    SMTP_URL: mail.url,
    STRIPE_API_BASE: providers.gateway_one.url,
    SQUARE_API_BASE: providers.gateway_two.url,
    SHUTDOWN_NOTICE_SECONDS: "8",
    WEB_CONCURRENCY: "1",
    WORKER: "0",
    LOG_LEVEL: "warn",
    // All callers have one address here.
    RATE_LIMITS: JSON.stringify({ perAddress: 1_000_000 }),
    ...options.env,
  };
  await migrate({ ...env, DATABASE_OWNER_URL: postgres.urlFor("sealslip_owner") });
  announce("the schema is made");

  const instances = servicePorts.map((port, at) =>
    createInstance({
      name: `instance-${at + 1}`,
      folder,
      env: { ...env, ...(at === count - 1 ? lastEnv : {}) },
      port,
    }),
  );
  const worker = createWorker({ folder, env });
  const ours = [...instances, worker];
  opening.defer(
    async () => void (await Promise.all(ours.map((part) => part[Symbol.asyncDispose]()))),
  );
  await Promise.all(ours.map((part) => part.start()));
  announce(`${count} instances and a worker run`);
  const balancer = opening.use(
    await createBalancer({ ...shared, port: balancerPort }, { instances, statsPort }),
  );
  await balancer.start();
  for (const { name } of instances) await balancer.takesUp(name);
  announce("haproxy sends requests to all of them");

  return {
    ...{ folder, programs, account, postgres, wire, pooler, redis, balancer, instances, worker },
    ...{ providers, env, dataDir },
    [Symbol.asyncDispose]: () => opening.disposeAsync(),
  };
}

/** The programs around the service run with another account where this one is root. */
async function prepareFolders(folder: string, account: SystemAccount | undefined): Promise<void> {
  await chmod(folder, 0o755);
  await mkdir(join(folder, "data"), { mode: 0o700 });
  await mkdir(join(folder, "postgresql"));
  if (account) await chown(join(folder, "postgresql"), account.uid, account.gid);
}

type Ports = [number, number, number, number, number, ...number[]];
