import { spawnSync } from "node:child_process";

/** The account PostgreSQL runs under where this process is root. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Options for a PostgreSQL program: nothing of this process's environment (a stray PGDATA or LC_ALL
 * would change what it does), a working folder every account can enter, the account's rights only.
 */
export function runAs(account: Account | undefined) {
  // Next's types demand NODE_ENV in every environment; PostgreSQL does not read it.
  const env = { NODE_ENV: "production", PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } as const;
  return { cwd: "/", env, ...account };
}

/** Asks the system and not the mode bits, which know nothing of access lists and mounts. */
export function canEnter(account: Account, folder: string): boolean {
  return succeedsAs(account, 'cd "$1"', folder);
}

/** Whether a program starts under the account and a file beside it can be read. */
export function canRun(account: Account, program: string, file: string): boolean {
  return succeedsAs(account, '"$1" --version && test -r "$2"', program, file);
}

function succeedsAs(account: Account, script: string, ...values: string[]): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", script, "sh", ...values], {
    ...runAs(account),
    stdio: "ignore",
  });
  return status === 0;
}
