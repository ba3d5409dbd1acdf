import type { Send, Sent } from "./send.ts";

/** What hostile callers know and have: two organizations of the demo, and what these may set up at leisure. */
export type Target = {
  url: string;
  merchant: Account & { apiKeys: string[] };
  issuer: Account & { apiKeys: string[] };
  /** Where the merchant's provider sends its notifications, signed with a secret that the merchant knows. */
  webhook: { path: string; secret: string };
};

type Account = {
  email: string;
  /** The cookies of a signed-in owner. */
  session: string;
};

/** One hostile caller: one address, its keys and sessions, and as many connections as it likes. */
export type Hostile = {
  connections: number;
  /** The statuses of its refusals, if not 429 and 503. */
  refusals?: readonly number[];
  /** What each connection sends, again and again. */
  prepare(target: Target, send: Send): Promise<() => Sent>;
};
