import { createHash } from "node:crypto";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { includesRole } from "#lib/core/permissions.ts";
import { waitOutside } from "#lib/limits/outside.ts";
import { getCardholder } from "#lib/recipients/get-cardholder.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import type { PushSubscriptionState, PushTarget } from "./contract.ts";
import { requirePushService } from "./post-message.ts";
import {
  deleteSubscription,
  deleteSurplus,
  insertSubscription,
  lockCardholder,
  type StoredSubscription,
} from "./store.ts";

export function getPushKey(): { publicKey: string | null } {
  return { publicKey: serviceSecrets().pushKeys?.publicKey ?? null };
}

const MAX_DEVICES = 5;

/**
 * Sends messages about new receipts to a wallet's browser from now on; beyond five devices the oldest is
 * dropped. Throws `forbidden`, `not_found`, or `invalid_request` for an endpoint that is not on the public
 * internet.
 */
export async function subscribe({
  caller,
  userId,
  target,
}: {
  caller: Caller;
  userId: string;
  target: PushTarget;
}): Promise<PushSubscriptionState> {
  requireWallet(caller);
  if (!serviceSecrets().pushKeys) {
    throw new AppError("not_found", { message: "This installation sends no push messages" });
  }
  await getCardholder(caller, userId);
  await requirePublicHost(target);

  const id = subscriptionId(userId, target.endpoint);
  const text = serviceSecrets().keyring.encrypt(
    JSON.stringify(target),
    pushTargetContext(toHex(id)),
  );
  await inTransaction(async (transaction) => {
    // Calls for one cardholder run one after another, so that all devices are counted.
    if (!(await lockCardholder(transaction, caller, userId))) {
      throw new AppError("not_found", { message: "No such user" });
    }
    await insertSubscription(transaction, {
      id,
      organizationId: caller.organizationId,
      environment: caller.environment,
      cardholderId: userId,
      visitId: caller.via === "visit" ? caller.visitId : null,
      memberId: caller.via === "session" ? caller.memberId : null,
      target: text,
    });
    await deleteSurplus(transaction, userId, MAX_DEVICES);
  });
  return { userId, subscribed: true };
}

/** Stops the messages to the browser, if there were any. Throws `forbidden` or `not_found`. */
export async function unsubscribe({
  caller,
  userId,
  endpoint,
}: {
  caller: Caller;
  userId: string;
  endpoint: string;
}): Promise<PushSubscriptionState> {
  requireWallet(caller);
  await getCardholder(caller, userId);
  await deleteSubscription(caller, subscriptionId(userId, endpoint));
  return { userId, subscribed: false };
}

/** The target of messages, decrypted for its own subscription only. */
export function decryptTarget({ id, target }: Pick<StoredSubscription, "id" | "target">): string {
  return serviceSecrets().keyring.decrypt(new Uint8Array(target), pushTargetContext(toHex(id)));
}

/**
 * A key belongs to a server, which polls; and a caller with read access only must not silence a cardholder.
 */
function requireWallet(caller: Caller): void {
  if (caller.via === "key") {
    throw new AppError("forbidden", { message: "Only a wallet in a browser can subscribe" });
  }
  if (caller.via === "session" && !includesRole(caller.role, "developer")) {
    throw new AppError("forbidden", {
      message: "Your role in this organization may not change subscriptions",
      details: "a developer or an owner may",
    });
  }
}

async function requirePublicHost({ endpoint }: PushTarget): Promise<void> {
  try {
    await waitOutside(requirePushService(endpoint));
  } catch (cause) {
    // The same words for every failure: they reveal nothing about names that only this network knows.
    throw new AppError("invalid_request", {
      message: "The endpoint is not one of a push service",
      details: "endpoint: must be an https address on the public internet",
      cause,
    });
  }
}

function subscriptionId(userId: string, endpoint: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(`${userId} ${endpoint}`).digest());
}

/** `id` in hexadecimal. */
export function pushTargetContext(id: string): string {
  return `push_subscription.target:${id}`;
}

function toHex(id: Uint8Array): string {
  return Buffer.from(id).toString("hex");
}
