import { decodeBase64Url } from "#lib/crypto/bytes.ts";
import {
  getPushKeyOperation,
  pushTarget,
  subscribeOperation,
  unsubscribeOperation,
} from "#lib/push/contract.ts";
import { callWalletApi } from "./call-api.ts";
import type { StoredCard } from "./device-store.ts";
import { WalletError } from "./wallet-error.ts";

/**
 * `unsupported`: this browser cannot receive push messages, or this service sends none. `denied`: the cardholder
 * blocked notifications, and the browser does not ask again.
 */
export type PushState = "unsupported" | "denied" | "off" | "on";

type Registered = Pick<StoredCard, "environment" | "session"> & { userId: string };

/** Throws WalletError if the service does not answer. */
export async function readPushState(): Promise<PushState> {
  if (!canReceivePush() || (await fetchPushKey()) === null) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await findSubscription()) ? "on" : "off";
}

/** Asks for permission, then subscribes to new receipts of all cards. Throws WalletError. */
export async function startPush(cards: readonly StoredCard[]): Promise<PushState> {
  // Must come first: browsers ask only right after a click.
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const publicKey = await fetchPushKey();
  if (publicKey === null) return "unsupported";

  const subscription = await subscribeBrowser(publicKey);
  try {
    await register(subscription, cards);
  } catch (error) {
    // Undo it: a subscription for some of the cards would look complete.
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

/** Renews the subscription for all cards, including those added since. Throws WalletError. */
export async function renewPush(cards: readonly StoredCard[]): Promise<void> {
  if (!canReceivePush() || Notification.permission !== "granted") return;
  const subscription = await findSubscription();
  if (!subscription) return;
  const publicKey = await fetchPushKey();
  if (publicKey === null) return;
  // Messages do not arrive if the subscription is under an old key of the service.
  const isCurrent = hasKey(subscription, decodeBase64Url(publicKey));
  await register(isCurrent ? subscription : await subscribeBrowser(publicKey), cards);
}

/** Unsubscribes the browser first, so that later messages are not delivered. */
export async function stopPush(cards: readonly StoredCard[]): Promise<PushState> {
  const subscription = await findSubscription();
  if (!subscription) return "off";
  await subscription.unsubscribe();
  await unregister(subscription, cards);
  return "off";
}

/** Unsubscribes one card before it is removed from this device. */
export async function stopPushOfCard(card: StoredCard): Promise<void> {
  const subscription = await findSubscription();
  if (subscription) await unregister(subscription, [card]);
}

/** Removing a card or the wallet must not wait for a network that hangs. */
const UNREGISTER_MS = 3000;

/** If a call fails, the service learns it from the push service, which no longer knows the subscription. */
async function unregister(
  { endpoint }: PushSubscription,
  cards: readonly StoredCard[],
): Promise<void> {
  const { response } = unsubscribeOperation;
  await Promise.allSettled(
    listRegistered(cards).map(async ({ userId, environment, session }) =>
      callWalletApi(
        "DELETE /api/wallet/push-subscriptions/{userId}",
        { environment, session, response, signal: AbortSignal.timeout(UNREGISTER_MS) },
        { params: { userId }, body: { endpoint } },
      ),
    ),
  );
}

async function register(
  subscription: PushSubscription,
  cards: readonly StoredCard[],
): Promise<void> {
  const parsed = pushTarget.safeParse(subscription.toJSON());
  if (!parsed.success) throw new WalletError("push_failed", { cause: parsed.error });
  const { response } = subscribeOperation;
  for (const { userId, environment, session } of listRegistered(cards)) {
    await callWalletApi(
      "PUT /api/wallet/push-subscriptions/{userId}",
      {
        environment,
        session,
        response,
        // The cards of a visit end with it.
        refusals: { 404: "card_erased", ...(session ? { 401: "card_erased" } : {}) },
      },
      { params: { userId }, body: parsed.data },
    ).catch(ignoreErased);
  }
}

/** The list already shows that the card is erased, and the other cards still need their subscription. */
function ignoreErased(error: unknown): void {
  if (!(error instanceof WalletError) || error.reason !== "card_erased") throw error;
}

function listRegistered(cards: readonly StoredCard[]): Registered[] {
  return cards.flatMap(({ userId, environment, session }) =>
    userId === null ? [] : [{ userId, environment, ...(session ? { session } : {}) }],
  );
}

export function canReceivePush(): boolean {
  return "Notification" in window && "PushManager" in window && "serviceWorker" in navigator;
}

async function fetchPushKey(): Promise<string | null> {
  const call = { environment: "development", response: getPushKeyOperation.response } as const;
  return (await callWalletApi("GET /api/wallet/push-key", call, {})).publicKey;
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (!canReceivePush()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/wallet");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const applicationServerKey = decodeBase64Url(publicKey);
    const existing = await pushManager.getSubscription();
    if (existing && hasKey(existing, applicationServerKey)) return existing;
    // A browser refuses a second subscription under another key.
    await existing?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch (cause) {
    throw new WalletError("push_failed", { cause });
  }
}

function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = options.applicationServerKey;
  return own !== null && new Uint8Array(own).every((byte, at) => byte === key[at]);
}
