import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";

/**
 * Selects the caller if a browser has a member's session, a visit of the demo, or both. Without it, the
 * member. `wallet`: the member who may open receipts, or else the visit. `visit`: the visit alone.
 */
export const SESSION_HEADER = "X-Session";
export const WALLET = "wallet";
export const VISIT = "visit";

/**
 * `visit`: of the demo. `member`: signed in, and may open receipts. `elsewhere`: signed in, and may
 * not.
 */
const visitors = ["nobody", "visit", "member", "elsewhere"] as const;

const walletSession = z.object({
  visitor: z.enum(visitors),
  demo: z.boolean().meta({ description: "Whether the demo is open to visitors" }),
});

export type WalletSession = z.output<typeof walletSession>;

export const getWalletSessionOperation = {
  operationId: "getWalletSession",
  method: "GET",
  path: "/api/wallet/session",
  tag: "Wallet",
  summary: "Whether this browser may use the wallet",
  scope: null,
  rateClass: "reads",
  response: walletSession,
  statuses: [200],
  errors: [],
} as const satisfies Operation;
