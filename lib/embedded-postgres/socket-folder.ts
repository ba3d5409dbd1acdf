import { join } from "node:path";

// The address of a socket holds 104 bytes on macOS and 108 on Linux, its end included.
const LONGEST_PATH = 103;

/**
 * Where the server's Unix socket stands: in its own folder, which nobody else can enter. It costs
 * half of what TCP on one machine does. Undefined where the path does not fit an address.
 */
export function socketFolder(pgData: string): string | undefined {
  const path = join(pgData, ".s.PGSQL.65535");
  // PostgreSQL reads a list: these would end an entry.
  if (Buffer.byteLength(path) > LONGEST_PATH || /[,"]/.test(path)) return undefined;
  return pgData;
}
