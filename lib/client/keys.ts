import type { Call, CallOptions } from "./call.ts";
import type { Body } from "./schemas.ts";

/** The calls about cardholders' keys, for issuers. Each throws ApiError. */
export function createKeys(call: Call) {
  return {
    /** A key pair made by the service, which keeps none of it. Better is one that the device makes. */
    generate: (options?: CallOptions) => call("POST /api/v1/onboarding/generate-keys", {}, options),

    /** One-time access to a receipt, after the cardholder's consent; valid for minutes. */
    grantAccess: (body: Body<"grantAccess">, options?: CallOptions) =>
      call("POST /api/v1/keys/grant-access", { body }, options),

    /** A new key for future receipts. */
    rotate: (body: Body<"rotateKey">, options?: CallOptions) =>
      call("POST /api/v1/keys/rotate", { body }, options),

    /** Adds a device of the cardholder. */
    add: (userId: string, body: Body<"addKey">, options?: CallOptions) =>
      call("POST /api/v1/users/{userId}/keys", { params: { userId }, body }, options),

    list: (userId: string, options?: CallOptions) =>
      call("GET /api/v1/users/{userId}/keys", { params: { userId } }, options),

    /** Retires a device: future receipts are not sealed to its key. */
    retire: (userId: string, keyId: string, options?: CallOptions) =>
      call("DELETE /api/v1/users/{userId}/keys/{keyId}", { params: { userId, keyId } }, options),
  };
}
