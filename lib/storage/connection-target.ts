import { Client } from "pg";

export type ConnectionTarget = {
  /** A name, an address, or the folder of a socket. */
  host: string;
  /** Whether the connection has TLS that checks the certificate and its name. */
  isVerified: boolean;
};

/**
 * Where the driver connects for a URL, and how, in its own reading: it takes parameters and PG*
 * variables into account in ways that differ from libpq's and from those of a URL parser.
 */
export function readConnectionTarget(url: string): ConnectionTarget {
  const { host, ssl } = new Client({ connectionString: url });
  return { host, isVerified: isVerified(ssl) };
}

/** Certificates are checked by default; options can only take that away. */
function isVerified(ssl: unknown): boolean {
  if (typeof ssl !== "object" || ssl === null) return ssl === true;
  return !("rejectUnauthorized" in ssl) && !("checkServerIdentity" in ssl);
}
