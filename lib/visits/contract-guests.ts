import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";

/** The organizations of the demo whose consoles strangers may look around in. */
export const guestKinds = ["merchant", "issuer"] as const;

export type GuestKind = (typeof guestKinds)[number];

/** What a form of a page without scripts is sent to; the answer leads to the console. */
export function guestPath(kind: GuestKind): string {
  return `/api/demo/guests/${kind}`;
}

export const enterAsGuestOperation = {
  operationId: "enterAsGuest",
  method: "POST",
  path: "/api/demo/guests/{kind}",
  tag: "Demo",
  summary: "Sign in to a console of the demo as a guest, who reads and changes nothing",
  scope: null,
  rateClass: "writes",
  sameOrigin: true,
  params: z.object({ kind: z.enum(guestKinds) }),
  response: z.object({ location: z.string().meta({ description: "The console" }) }),
  statuses: [200],
  errors: ["forbidden", "not_found"],
} as const satisfies Operation;
