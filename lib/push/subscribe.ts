import { createHash } from "node:crypto";
import { getCardholder } from "#lib/cards/get-cardholder.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { includesRole } from "#lib/core/permissions.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import type { PushSubscriptionState, PushTarget } from "./contract.ts";
import { resolvePublicHost } from "./public-host.ts";
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
 * Tells a wallet's browser about new receipts from now on; of more than five the oldest is no longer told.
 * Throws `forbidden`, `not_found`, or `invalid_request` for an endpoint that is not on the public internet.
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
    // Devices of one cardholder come one after another, so that none is counted twice.
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

/** Tells the browser no longer, whether it was told or not. Throws `forbidden` or `not_found`. */
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

/** Where a message goes, for the one subscription that it is stored in. */
export function decryptTarget({ id, target }: Pick<StoredSubscription, "id" | "target">): string {
  return serviceSecrets().keyring.decrypt(new Uint8Array(target), pushTargetContext(toHex(id)));
}

/** A key belongs to a server, which polls; and whoever may only read must not silence a cardholder. */
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
    await resolvePublicHost(endpoint);
  } catch (cause) {
    // The same words whatever is wrong: they say nothing about names that only this network knows.
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
