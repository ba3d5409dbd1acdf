import type { Call, CallOptions } from "./call.ts";
import { createList, type List } from "./list.ts";
import type { Body, Query, Schemas } from "./schemas.ts";

/** The calls about cardholders, for issuers. Each throws ApiError. */
export function createUsers(call: Call) {
  return {
    /** Registers a cardholder's card and key. Receipts that waited for the card are delivered. */
    register: (body: Body<"registerUser">, options?: CallOptions) =>
      call("POST /api/v1/onboarding/register", { body }, options),

    /** Up to 100 registrations, each with a result of its own. Safe to repeat as a whole. */
    registerMany: (body: Body<"registerUsers">, options?: CallOptions) =>
      call("POST /api/v1/onboarding/register/batch", { body }, options),

    /** Newest first. */
    list: (query: Query<"listUsers"> = {}, options?: CallOptions): List<Schemas["UserSummary"]> =>
      createList(async (cursor = query.cursor) => {
        const page = await call("GET /api/v1/users", { query: { ...query, cursor } }, options);
        return { entries: page.users, nextCursor: page.nextCursor };
      }),

    /** By the hash of an identifier. */
    find: (body: Body<"findUser">, options?: CallOptions) =>
      call("POST /api/v1/users/find", { body }, options),

    /** Erases a cardholder and what was stored about them. */
    erase: (userId: string, options?: CallOptions) =>
      call("DELETE /api/v1/users/{userId}", { params: { userId } }, options),

    addIdentifier: (userId: string, body: Body<"registerIdentifier">, options?: CallOptions) =>
      call("POST /api/v1/users/{userId}/identifiers", { params: { userId }, body }, options),

    listIdentifiers: (userId: string, options?: CallOptions) =>
      call("GET /api/v1/users/{userId}/identifiers", { params: { userId } }, options),

    endIdentifier: (userId: string, identifierId: string, options?: CallOptions) => {
      const params = { userId, identifierId };
      return call("DELETE /api/v1/users/{userId}/identifiers/{identifierId}", { params }, options);
    },
  };
}
