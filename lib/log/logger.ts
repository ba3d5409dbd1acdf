import { type DestinationStream, type Logger, pino } from "pino";
import { config } from "#lib/config.ts";
import { channel } from "#lib/processes/channel.ts";
import { version } from "#lib/processes/version.ts";
import { currentTraceId } from "#lib/traces/span.ts";

const processWide = globalThis as { sealslipLog?: Logger };

/**
 * A pipe takes this much at once (PIPE_BUF of Linux): longer writes of several processes to one standard
 * output could interleave.
 */
const MAX_WRITE_BYTES = 4096;

/** A process that writes alone fills a pipe's buffer, at least a quarter of it, or writes once a second. */
const ALONE_BYTES = 65_536;

/** The log of this process: one JSON object a line on standard output. */
export function log(): Logger {
  // Written in blocks, or within a second: one write per line would cost more than the line itself.
  processWide.sealslipLog ??= createLog(
    pino.destination({
      dest: 1,
      sync: false,
      ...(channel()
        ? { minLength: MAX_WRITE_BYTES - 512, maxWrite: MAX_WRITE_BYTES }
        : { minLength: ALONE_BYTES / 4, maxWrite: ALONE_BYTES }),
      periodicFlush: 1000,
    }),
  );
  return processWide.sealslipLog;
}

/** Sends the log elsewhere: tests search it for secrets. */
export function setLogDestination(destination: DestinationStream): void {
  processWide.sealslipLog = createLog(destination);
}

function createLog(destination: DestinationStream): Logger {
  const { logLevel, instanceName: instance, tracesEndpoint } = config();
  return pino(
    {
      level: logLevel,
      base: { instance, version, ...(channel() && { pid: process.pid }) },
      ...(tracesEndpoint !== undefined && { mixin: nameTrace }),
      hooks: { streamWrite: fitIntoWrite },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: "[redacted]" },
      serializers: { err: describeError },
    },
    destination,
  );
}

function nameTrace(): object {
  const traceId = currentTraceId();
  return traceId === undefined ? {} : { trace_id: traceId };
}

/** Truncates the texts of an entry that is too long for one write. */
function fitIntoWrite(line: string): string {
  // A UTF-16 unit takes at most three bytes in UTF-8, so most lines need not be measured.
  if (line.length * 3 <= MAX_WRITE_BYTES) return line;
  let fitting = line;
  for (let size = 2048; Buffer.byteLength(fitting) > MAX_WRITE_BYTES && size > 32; size /= 2) {
    fitting = `${JSON.stringify(JSON.parse(line), (_key, value: unknown) => cutText(value, size))}\n`;
  }
  return fitting;
}

function cutText(value: unknown, size: number): unknown {
  return typeof value === "string" && value.length > size ? `${value.slice(0, size)}…` : value;
}

// No code logs these on purpose; this is the safety net. One level deep, since deeper wildcards cost more
// than the rest of the line.
const secretPaths = [
  "hashedPan",
  "recipientHashedPan",
  "recipientHashedPar",
  "recipientHashedPhone",
  "recipientHashedEmail",
  "hash",
  "claimCode",
  "privateKey",
  "tokenId",
  "clientSecret",
  "cardNonce",
  "verificationToken",
  "apiKey",
  "password",
];

/** Only what locates a failure: database errors carry row values in fields like `detail`. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };

  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  const reason = reasonOf(error);
  return {
    type: name,
    message: reason,
    code,
    stack: stack?.replace(message, () => reason),
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}

/** Prisma quotes the failed call with all its values; only the last paragraph says what was wrong. */
function reasonOf({ name, message }: Error): string {
  if (!name.startsWith("PrismaClient")) return message;
  return message.slice(message.lastIndexOf("\n\n")).trim();
}
