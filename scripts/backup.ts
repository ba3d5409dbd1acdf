import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { backUp } from "#lib/backup/back-up.ts";
import { openMacKeys } from "#lib/backup/mac-keys.ts";
import { createProgress, describeAmount, describeBytes } from "#lib/backup/progress.ts";
import { describeStartFailure, StartError } from "#lib/boot/start-error.ts";
import { withDatabase } from "#lib/boot/with-data.ts";
import { type Config, config } from "#lib/config.ts";
import { parseExistingSecrets } from "#lib/secrets/open-secrets.ts";
import { loadEnv } from "./load-env.ts";
import { readArgs } from "./read-args.ts";

// The whole database as one encrypted file: npm run backup -- <file>, or - for standard output

const note = (line: string) => void process.stderr.write(`${line}\n`);

try {
  loadEnv();
  await run(process.argv.slice(2));
} catch (error) {
  note(`✗ ${describeStartFailure(error)}`);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<void> {
  const { word: path } = readArgs(args, {}, "npm run backup -- <file>, or - for standard output");
  const settings = config();
  requireRecipients(settings);
  const { texts } = await parseExistingSecrets(settings);
  const order = {
    recipients: settings.backupRecipients,
    mac: openMacKeys(texts.COLUMN_KEYS),
    progress: createProgress(note),
  };
  const startedAt = performance.now();
  const { result, bytes } = await withDatabase(settings, (url) =>
    writeTo(path, (target) => backUp({ ...order, url, target })),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const size = bytes === undefined ? "" : ` as ${describeBytes(bytes)}`;
  note(`✓ ${result.tables} tables, ${describeAmount(order.progress)}${size}, ${seconds} s`);
}

function requireRecipients({ backupRecipients }: Config): void {
  if (backupRecipients.length > 0) return;
  throw new StartError(
    "BACKUP_RECIPIENTS: is not set; npm run -s backup-key > backup-key.txt makes a key: its public line goes here, and the file to a safe place elsewhere",
  );
}

type Written<T> = { result: T; bytes?: number };

/** The file appears once it is complete and on disk, readable to its owner only. */
async function writeTo<T>(
  path: string,
  write: (target: Writable) => Promise<T>,
): Promise<Written<T>> {
  if (path === "-") return { result: await write(process.stdout) };
  const file = resolve(path);
  if (existsSync(file)) throw new StartError(`${file} is there already: name another file`);

  const draft = join(dirname(file), `.${randomBytes(6).toString("hex")}.partial`);
  const end = () => {
    rmSync(draft, { force: true });
    process.exit(130);
  };
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    const target = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
    const result = await write(target);
    await rename(draft, file);
    return { result, bytes: target.bytesWritten };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
