import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import type { Account } from "./run-as.ts";

const ACCOUNT_NAME = "sealslip";

const run = promisify(execFile);

/**
 * PostgreSQL refuses to run as root. Undefined where this process is not root; else the owner of the
 * cluster that is there, or the system account of the service, made when it is missing.
 */
export async function getDatabaseAccount(pgData: string): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return undefined;

  return (await findOwner(pgData)) ?? (await findAccount()) ?? (await createAccount());
}

// A volume may come from a machine where the account had another number.
async function findOwner(pgData: string): Promise<Account | undefined> {
  const owner = await stat(pgData).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return undefined;
  return { uid: owner.uid, gid: owner.gid };
}

async function findAccount(): Promise<Account | undefined> {
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

async function createAccount(): Promise<Account> {
  const options = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  // Another instance that starts now may be quicker, so the outcome counts and not the exit code.
  await run("useradd", [...options, ACCOUNT_NAME]).catch(() => undefined);

  const account = await findAccount();
  if (account === undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the system account "${ACCOUNT_NAME}" could not be made for it: start as a normal user, or set DATABASE_URL`,
    );
  }
  return account;
}
