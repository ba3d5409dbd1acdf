import type { IncomingHttpHeaders } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { AppError } from "#lib/core/errors.ts";

const HEADER = "next-router-state-tree";

/** Throws `invalid_request` for a state of the router that Next would answer with 500, by its own check. */
export function requireRouterState({ [HEADER]: state }: IncomingHttpHeaders): void {
  try {
    parseAndValidateFlightRouterState(state);
  } catch {
    throw new AppError("invalid_request", {
      message: "The page cannot be requested like this",
      details: "Next-Router-State-Tree: is not one of Next's",
    });
  }
}
