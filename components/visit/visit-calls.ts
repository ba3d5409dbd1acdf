import type { TillOrder } from "#components/terminal/use-till-payment.ts";
import type { Scene } from "#components/wallet/wallet-state.ts";
import {
  listBodyLines,
  listRequestLines,
  type RequestLine,
  shortenHash,
} from "#lib/terminal/request-lines.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import type { OwnPayment, VisitState } from "./use-visit.ts";
import type { VisitConsent } from "./use-visit-wallet.ts";
import type { OwnCard } from "./visit-card.ts";

export type VisitCallName = "pay" | "register" | "consent" | "envelope";

type VisitRequest = {
  path: string;
  lines: readonly RequestLine[];
  /** What is kept in place of a hash, where it is not the card's. */
  hash?: string;
};

export type VisitCall = {
  name: VisitCallName;
  /** Empty where this page did not send it, or was loaded again since. */
  requests: readonly VisitRequest[];
};

/** What this page has done for the visit. */
export type MadeHere = {
  card: OwnCard;
  /** Undefined where it was paid before this page was loaded. */
  order: TillOrder | undefined;
  mine: StoredCard | undefined;
  /** Undefined until the receipt was opened here. */
  consentMethod: VisitConsent | undefined;
  scenes: readonly Scene[];
};

/** Whether the card had a key when it paid, so that the receipt was sealed to it without escrow. */
export function wasCardKnown(
  { createdAt }: OwnPayment,
  kept: VisitState["cards"][number] | undefined,
): boolean {
  return kept?.registeredAt != null && Date.parse(kept.registeredAt) < Date.parse(createdAt);
}

/** The calls that were made for a payment so far, in the order in which they came. */
export function listCalls(
  payment: OwnPayment | undefined,
  kept: VisitState["cards"][number] | undefined,
  made: MadeHere,
): VisitCall[] {
  if (!payment) return [];
  const pay: VisitCall = { name: "pay", requests: describePayment(payment, made) };
  if (kept?.registeredAt == null) return [pay];

  const register: VisitCall = { name: "register", requests: describeCard(payment, made) };
  const calls = wasCardKnown(payment, kept) ? [register, pay] : [pay, register];
  if (payment.openedAt === null) return calls;
  return [...calls, ...describeOpening(payment, made)];
}

function describePayment({ receiptStatus }: OwnPayment, { order }: MadeHere): VisitRequest[] {
  if (!order) return [];
  const lines = listRequestLines(order.body).map((line) =>
    line.fate === "sealed" && receiptStatus === "escrowed"
      ? { ...line, fate: "escrowed" as const }
      : line,
  );
  return [{ path: "/api/v1/payments/gateway_one/create", lines }];
}

function describeCard({ keyId }: OwnPayment, { card, mine, scenes }: MadeHere): VisitRequest[] {
  const key = mine?.keys.find((one) => one.keyId === keyId);
  if (!key) return [];
  const path = "/api/v1/onboarding/register";
  const body = {
    hashedPan: shortenHash(card.hashedPan),
    publicKey: `${key.publicKey.slice(0, 64)}…`,
    keyId: key.keyId,
  };
  const lines = listBodyLines(body, (name) => (name === "hashedPan" ? "hashed" : "kept"));
  return [...describePinCalls(scenes, path), { path, lines }];
}

function describeOpening(
  { paymentId, keyId }: OwnPayment,
  { mine, consentMethod, scenes }: MadeHere,
): VisitCall[] {
  if (!mine || keyId === null || consentMethod === undefined) {
    return [
      { name: "consent", requests: [] },
      { name: "envelope", requests: [] },
    ];
  }
  const path = "/api/v1/keys/grant-access";
  const access = { userId: mine.userId, keyId, paymentId, consentMethod };
  const grant = { path, lines: listBodyLines(access, () => "kept") };
  const envelope = {
    path: "/api/v1/payments/envelope",
    // The token goes no further than the call that uses it up.
    lines: listBodyLines({ paymentId, tokenId: "tok_…" }, (name) =>
      name === "tokenId" ? "hashed" : "kept",
    ),
    hash: "SHA-256 of the token, used up",
  };
  return [
    { name: "consent", requests: [...describePinCalls(scenes, path), grant] },
    { name: "envelope", requests: [envelope] },
  ];
}

/** What a PIN asked of the service on the way to the call at `path`: blinded, so never the PIN. */
function describePinCalls(scenes: readonly Scene[], path: string): VisitRequest[] {
  // The newest scene comes first.
  const scene = scenes.find(({ observations }) =>
    observations.some((one) => one.kind === "called" && one.path === path),
  );
  return (scene?.observations ?? []).flatMap((one) => {
    if (one.kind !== "called" || !one.path.startsWith("/api/wallet/pins")) return [];
    const body = Object.fromEntries(one.sent.map((name) => [name, "…"]));
    const lines = listBodyLines(body, (name) => (name === "proof" ? "hashed" : "dropped"));
    return [{ path: one.path, lines, hash: "SHA-256 of the proof" }];
  });
}
