import { execFile, spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "./settings.ts";

const ACCOUNT_NAME = "sealslip";

const run = promisify(execFile);

/**
 * PostgreSQL refuses to run as root. Undefined where this process is not root; else the owner of the
 * existing cluster, or the system account of the service, which is created if it is missing.
 */
export async function getDatabaseAccount(pgData: string): Promise<SystemAccount | undefined> {
  if (process.geteuid?.() !== 0) return undefined;

  return (await findOwner(pgData)) ?? (await findAccount()) ?? (await createAccount());
}

// A volume may come from a machine where the account had another number.
async function findOwner(pgData: string): Promise<SystemAccount | undefined> {
  const owner = await stat(pgData).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return undefined;
  return { uid: owner.uid, gid: owner.gid };
}

async function findAccount(): Promise<SystemAccount | undefined> {
  try {
    const [uid, gid] = await Promise.all([
      run("id", ["-u", ACCOUNT_NAME]),
      run("id", ["-g", ACCOUNT_NAME]),
    ]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createAccount(): Promise<SystemAccount> {
  const options = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  // Another instance that starts now may be quicker, so the outcome counts, not the exit code.
  await run("useradd", [...options, ACCOUNT_NAME]).catch(() => undefined);

  const account = await findAccount();
  if (account === undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the system account "${ACCOUNT_NAME}" could not be created: start as a normal user, or set DATABASE_URL`,
    );
  }
  return account;
}

/** The account PostgreSQL runs under where this process is root. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

/**
 * Options for a PostgreSQL program: nothing of this process's environment (a stray PGDATA or LC_ALL
 * would change what it does), a working folder that every account can enter, and only the account's
 * rights.
 */
export function runAs(account: SystemAccount | undefined) {
  // Next's types demand NODE_ENV in every environment; PostgreSQL does not read it.
  const env = { NODE_ENV: "production", PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } as const;
  return { cwd: "/", env, ...account };
}

/** Asks the system instead of the mode bits, which know nothing about access lists and mounts. */
export function canEnter(account: SystemAccount, folder: string): boolean {
  return succeedsAs(account, 'cd "$1"', folder);
}

/** Whether the account can start a program and read a file beside it. */
export function canRun(account: SystemAccount, program: string, file: string): boolean {
  return succeedsAs(account, '"$1" --version && test -r "$2"', program, file);
}

function succeedsAs(account: SystemAccount, script: string, ...values: string[]): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", script, "sh", ...values], {
    ...runAs(account),
    stdio: "ignore",
  });
  return status === 0;
}
