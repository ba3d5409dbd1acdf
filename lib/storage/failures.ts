import { isDriverAdapterError } from "@prisma/driver-adapter-utils";

/** PostgreSQL's code where a standby is asked to write. */
export const READ_ONLY = "25006";

// PostgreSQL's error codes (its manual, appendix A): class 08 connection exception, 57P0x shutdown and
// startup, 53300 too many connections. Then the socket's, and what Prisma's adapter makes of those.
const awayCodes = new RegExp(
  `^(${[
    `08...|57P0[1-4]|53300|${READ_ONLY}`,
    "ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN",
    "EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN",
    "DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections",
  ].join("|")})$`,
);

const awayMessages =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether the database could not be reached, as opposed to refusing a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = failureCode(error);
  if (code === undefined) return awayMessages.test(error.message);
  return awayCodes.test(code) || (code === "ENOENT" && isOfSocket(error));
}

/** Once PostgreSQL has ended, its socket is gone. A missing file fails in another call; Prisma's errors name no call. */
function isOfSocket(error: Error): boolean {
  return !("syscall" in error) || error.syscall === "connect";
}

// Class 53 insufficient resources; then what ends a statement that met another transaction: a lock that was not
// to be had, a statement that waited too long, a serialization failure, a deadlock.
const busyCodes = /^(53...|55P03|57014|40001|40P01)$/;

/** Whether the same may succeed later: the database is away, has no disk or memory left, or is busy with the rows. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isDatabaseAway(error) || busyCodes.test(failureCode(error) ?? "");
}

/** PostgreSQL's own code of a failure, also where Prisma has wrapped it; else the socket's. */
export function failureCode(error: Error): string | undefined {
  const wrapped = "meta" in error ? findDriverError(error.meta) : undefined;
  if (wrapped) return wrapped.cause.originalCode ?? wrapped.cause.kind;
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function findDriverError(meta: unknown) {
  if (typeof meta !== "object" || meta === null || !("driverAdapterError" in meta))
    return undefined;
  return isDriverAdapterError(meta.driverAdapterError) ? meta.driverAdapterError : undefined;
}
