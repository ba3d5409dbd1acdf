import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";

/**
 * Says which session counts where a browser has two: with `X-Session: wallet`, the guest's rather than
 * that of a member who may not open receipts.
 */
export const SESSION_HEADER = "X-Session";
export const WALLET = "wallet";

/**
 * `guest`: of the demo wallet. `member`: signed in, and may open receipts. `elsewhere`: signed in, and
 * may not.
 */
const visitors = ["nobody", "guest", "member", "elsewhere"] as const;

const walletSession = z.object({
  visitor: z.enum(visitors),
  demo: z.boolean().meta({ description: "Whether anybody may become a guest here" }),
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

export const openGuestSessionOperation = {
  operationId: "openGuestSession",
  method: "POST",
  path: "/api/wallet/guest",
  tag: "Wallet",
  summary: "Begin a guest session in the demo wallet",
  description:
    "Acts for the demo issuer, in development only: the wallet's API calls, and no console.",
  scope: null,
  rateClass: "writes",
  sameOrigin: true,
  response: walletSession,
  statuses: [200],
  errors: ["forbidden", "not_found", "conflict"],
} as const satisfies Operation;
