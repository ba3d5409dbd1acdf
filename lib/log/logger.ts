import { type DestinationStream, type Logger, pino } from "pino";
import { config } from "#lib/config.ts";

const processWide = globalThis as { sealslipLog?: Logger };

/** The log of this process: one JSON object a line on standard output. */
export function log(): Logger {
  // Written by the block, or within a second: a write per line is the dearest part of a line.
  processWide.sealslipLog ??= createLog(
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 }),
  );
  return processWide.sealslipLog;
}

/** Sends the log elsewhere; the tests read it back to search it for secrets. */
export function setLogDestination(destination: DestinationStream): void {
  processWide.sealslipLog = createLog(destination);
}

function createLog(destination: DestinationStream): Logger {
  return pino(
    {
      level: config().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: "[redacted]" },
      serializers: { err: describeError },
    },
    destination,
  );
}

// Nothing of this is ever passed to the log on purpose: this is the net below. One level deep, since
// deeper wildcards cost more than the rest of the line.
const secretPaths = [
  "hashedPan",
  "recipientHashedPan",
  "privateKey",
  "tokenId",
  "clientSecret",
  "cardNonce",
  "apiKey",
  "password",
];

/** Only what locates a failure: database errors carry row values in fields like `detail`. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };

  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return { type: name, message, code, stack, ...(cause ? { cause: describeError(cause) } : {}) };
}
