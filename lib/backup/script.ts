import { createHmac, type Hmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { escapeIdentifier } from "pg";
import { z } from "zod";
import { BackupError, damaged } from "./backup-error.ts";
import { ScriptInput, TABLE_END } from "./script-input.ts";

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });

const manifest = z.object({
  createdAt: z.iso.datetime(),
  /** The column key of the MAC */
  keyVersion: z.int(),
  /** The migrations that created the tables. */
  migrations: z.array(z.string()),
  /** In the order of their references */
  tables: z.array(table),
});

const summary = z.object({
  /** By table */
  rows: z.record(z.string(), z.int()),
  /** The last value of each used sequence */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
});

export type BackupTable = z.output<typeof table>;
export type Manifest = z.output<typeof manifest>;
export type Summary = z.output<typeof summary>;

/** By version. Throws BackupError if the service has no such key. */
export type MacKeys = (version: number) => KeyObject;

/** The input of a script: the rows as `COPY … TO STDOUT` returns them, each with its line feed. */
export type Source = {
  manifest: Manifest;
  copy(table: BackupTable): AsyncIterable<Uint8Array>;
  /** Once all tables are copied */
  summarize(): Promise<Summary>;
};

const HEAD = "-- sealslip backup 1 ";
const TAIL = "-- end ";

function copyLine({ name, columns }: BackupTable): string {
  const list = columns.map((column) => escapeIdentifier(column)).join(", ");
  return `COPY ${escapeIdentifier(name)} (${list}) FROM stdin;\n`;
}

function beginMac(key: KeyObject): Hmac {
  return createHmac("sha256", key).update("sealslip backup v1\n");
}

function macLine(mac: Hmac): Buffer {
  return Buffer.from(`-- mac ${mac.digest("hex")}\n`);
}

/** The database as a script that psql can run, too, except for the last values of sequences. */
export async function* writeScript(source: Source, macKeys: MacKeys): AsyncGenerator<Uint8Array> {
  const mac = beginMac(macKeys(source.manifest.keyVersion));
  const signed = <Bytes extends Uint8Array>(bytes: Bytes) => {
    mac.update(bytes);
    return bytes;
  };
  const line = (text: string) => signed(Buffer.from(text));

  yield line(`${HEAD}${JSON.stringify(source.manifest)}\n`);
  for (const each of source.manifest.tables) {
    yield line(copyLine(each));
    for await (const rows of source.copy(each)) yield signed(rows);
    yield signed(TABLE_END);
  }
  yield line(`${TAIL}${JSON.stringify(await source.summarize())}\n`);
  yield macLine(mac);
}

/** The receiver of a script. */
export type Sink = {
  begin(manifest: Manifest): Promise<void>;
  /** Loads all rows of the table, and returns how many there were. */
  load(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number>;
};

/**
 * Reads a script to its end. Throws BackupError if it differs from what `writeScript` wrote; the sink has
 * already received part of it.
 */
export async function readScript(
  script: AsyncIterable<Uint8Array>,
  macKeys: MacKeys,
  sink: Sink,
): Promise<Manifest & Summary> {
  const input = new ScriptInput(script);
  const head = await input.readLine();
  const given = parse(manifest, head, HEAD);
  const mac = beginMac(macKeys(given.keyVersion)).update(head);
  const signed = <Bytes extends Uint8Array>(bytes: Bytes) => {
    mac.update(bytes);
    return bytes;
  };

  await sink.begin(given);
  const rows: Record<string, number> = {};
  for (const each of given.tables) {
    const line = signed(await input.readLine());
    if (line.toString() !== copyLine(each)) throw damaged();
    rows[each.name] = await sink.load(each, mapEach(input.readRows(), signed));
    signed(TABLE_END);
  }
  const tail = signed(await input.readLine());
  const end = parse(summary, tail, TAIL);
  const found = await input.readLine();
  const expected = macLine(mac);
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) {
    throw new BackupError("the backup was not made by this service: its MAC is another");
  }
  if (!(await input.isAtEnd())) throw damaged();
  if (given.tables.some(({ name }) => rows[name] !== end.rows[name])) throw damaged();
  return { ...given, ...end };
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  line: Buffer,
  prefix: string,
): z.output<Schema> {
  const text = line.toString();
  if (!text.startsWith(prefix)) throw damaged();
  try {
    return schema.parse(JSON.parse(text.slice(prefix.length)));
  } catch (cause) {
    throw damaged(cause);
  }
}

async function* mapEach<T, U>(values: AsyncIterable<T>, map: (value: T) => U): AsyncGenerator<U> {
  for await (const value of values) yield map(value);
}
