// PostgreSQL error codes, appendix A: class 08 connection exception, 57P0x shutdown and start-up,
// 53300 too many connections. The rest are the socket's.
const awayCodes =
  /^(08...|57P0[1-4]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

const awayMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether the database could not be reached, as opposed to refusing what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string") return awayCodes.test(error.code);
  return awayMessages.test(error.message);
}
