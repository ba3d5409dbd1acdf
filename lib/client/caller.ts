import type { Call, CallOptions } from "./call.ts";

/** Who the key belongs to. Each call throws ApiError. */
export function createCallers(call: Call) {
  return {
    /** The organization, environment, and scopes of the key. */
    get: (options?: CallOptions) => call("GET /api/v1/caller", {}, options),
  };
}
