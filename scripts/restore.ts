import { existsSync, realpathSync, rmSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { actOfOperator } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { applyLedger, type Ledger, readLedgerFile } from "#lib/backup/ledger.ts";
import { openMacKeys } from "#lib/backup/mac-keys.ts";
import { createProgress, describeAmount } from "#lib/backup/progress.ts";
import { checkFile, loadFile, requireEmpty } from "#lib/backup/restore.ts";
import { verifyRestored } from "#lib/backup/verify.ts";
import { type DatabaseUrls, openDatabase } from "#lib/boot/open-database.ts";
import { print, step } from "#lib/boot/run-program.ts";
import { describeStartFailure, StartError } from "#lib/boot/start-error.ts";
import { withSecrets } from "#lib/boot/with-data.ts";
import { type Config, config } from "#lib/config.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { setLogDestination } from "#lib/log/logger.ts";
import { parseExistingSecrets } from "#lib/secrets/open-secrets.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { clusterPath } from "#lib/storage/embedded/cluster.ts";
import { grantToService } from "#prisma/grants.ts";
import { asOperator } from "./admin/as-operator.ts";
import { count } from "./admin/text.ts";
import { loadEnv } from "./load-env.ts";
import { readArgs } from "./read-args.ts";

// A file of npm run backup as a database: npm run restore -- <file> --identity <file> [--ledger <file>]

const note = (line: string) => void process.stderr.write(`${line}\n`);

const OPTIONS = {
  identity: { type: "string" },
  ledger: { type: "string" },
  scratch: { type: "boolean" },
} as const;

const USAGE =
  "npm run restore -- <backup> --identity <file of npm run backup-key> [--ledger <file of ledger show --json>] [--scratch]";

const QUARANTINED = `
The database is quarantined: the service starts on it, but runs no job and refuses what changes something.
Look at it as docs/restore.md says, and then: npm run admin -- restore release`;
const SCRATCH_END = "\nThe backup can be restored. The database that it was tried in is gone.";

// An embedded PostgreSQL ends with this process, which a signal alone would kill without cleanup.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));
try {
  loadEnv();
  await run(process.argv.slice(2));
} catch (error) {
  note(`✗ ${describeStartFailure(error)}`);
  process.exitCode = 1;
}

type Order = { path: string; identity: string; ledger: Ledger | undefined; isScratch: boolean };

async function run(args: string[]): Promise<void> {
  const { path, identity, ledger, isScratch } = await readOrder(args);
  const settings = config();
  setLogDestination({ write: (line) => void process.stderr.write(line) });
  const { texts } = await parseExistingSecrets(settings);
  const file = { path, identity, macKeys: openMacKeys(texts.COLUMN_KEYS).keys };
  const checked = createProgress(note);
  const contents = await step("the backup is whole", () => checkFile(file, checked));
  print(`  ${describeAmount(checked)}, as of ${contents.createdAt}`);

  await using target = await openTarget(settings, isScratch);
  const { url, ownerUrl } = target;
  await requireEmpty(ownerUrl);
  await step("all rows are loaded", () =>
    loadFile(file, contents, { ownerUrl, progress: createProgress(note) }),
  );
  await grantToService(target);
  connectDatabase(url);
  try {
    await withSecrets(settings, () =>
      asOperator("npm run restore", () => finish(contents.createdAt, { ledger, isScratch })),
    );
  } finally {
    await closeDatabase();
  }
  print(isScratch ? SCRATCH_END : QUARANTINED);
}

async function readOrder(args: string[]): Promise<Order> {
  const { word: path, values } = readArgs(args, OPTIONS, USAGE);
  if (values.identity === undefined) throw new StartError(USAGE);
  if (!existsSync(path)) throw new StartError(`${path} is not there`);
  const lines = await readFile(values.identity, "utf8").catch(() => "");
  const identity = lines.split("\n").find((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identity === undefined) {
    throw new StartError(`${values.identity} has no identity: a line AGE-SECRET-KEY-1…`);
  }
  const ledger = values.ledger === undefined ? undefined : readLedgerFile(values.ledger);
  return { path, identity: identity.trim(), ledger, isScratch: values.scratch === true };
}

/** The database to fill; with `isScratch` one that is removed afterwards. */
async function openTarget(
  settings: Config,
  isScratch: boolean,
): Promise<DatabaseUrls & AsyncDisposable> {
  if (!isScratch) {
    const { url, ownerUrl, stop } = await openDatabase(settings);
    return { url, ownerUrl, [Symbol.asyncDispose]: stop };
  }
  const dataDir = await mkdtemp(join(tmpdir(), "sealslip-restore-"));
  process.once("exit", () => removeScratch(dataDir));
  const embedded = { dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined };
  const { url, ownerUrl, stop } = await openDatabase(embedded);
  return { url, ownerUrl, [Symbol.asyncDispose]: stop };
}

/** If PostgreSQL's account cannot enter the data folder, the database is elsewhere, behind a link. */
function removeScratch(dataDir: string): void {
  const cluster = clusterPath(dataDir);
  const folders = existsSync(cluster) ? [realpathSync(cluster), dataDir] : [dataDir];
  // PostgreSQL may still be writing if a signal has ended both.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function finish(
  createdAt: string,
  { ledger, isScratch }: Pick<Order, "ledger" | "isScratch">,
): Promise<void> {
  const { columns, opened } = await step("the secrets open what was restored", verifyRestored);
  const receipt = opened === null ? "made for this, since none waits" : `that waits, of ${opened},`;
  print(`  ${count(columns, "encrypted column")}, and a receipt ${receipt} in escrow`);

  if (ledger === undefined && isScratch) return;
  const again = ledger && (await step("the ledger is applied", () => applyLedger(ledger)));
  const erasedUsers = again?.erasedUsers.length ?? 0;
  const revokedKeys = again?.revokedKeys.length ?? 0;
  print(
    again
      ? `  ${count(erasedUsers, "user")} erased again, ${count(revokedKeys, "API key")} revoked again`
      : `! without --ledger, users who were erased after ${createdAt} are back: npm run admin -- ledger apply <file>`,
  );
  const after = { backupAt: createdAt, erasedUsers, revokedKeys };
  await recordEvent(actOfOperator(SERVICE_TRAIL, "backup.restored", { after }));
}
