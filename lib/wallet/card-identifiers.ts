import type { Answer } from "#lib/browser/api.ts";
import {
  listIdentifiersOperation,
  registerIdentifierOperation,
} from "#lib/cardholders/contract-identifiers.ts";
import type { ApiError } from "#lib/client/api-error.ts";
import { hashIdentifier } from "#lib/crypto/hash-identifier.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import type { StoredCard } from "./device-store.ts";
import type { Observation } from "./observation.ts";
import { deriveSamplePar } from "./sample-device.ts";
import { WalletError, type WalletFailure } from "./wallet-error.ts";

export type CardIdentifier =
  Answer<"GET /api/v1/users/{userId}/identifiers">["identifiers"][number];

/** `isNew` is false if the card had it before: then `deliveredReceipts` is of that time. */
export type RegisteredIdentifier = CardIdentifier & { isNew: boolean };

type RegisteredCard = Pick<StoredCard, "userId" | "environment" | "session">;

type Watch = Pick<WalletCaller, "observe">;

/** What leads to the cardholder of a card: kinds and times, never a hash. Throws WalletError. */
export async function listCardIdentifiers(
  card: RegisteredCard,
  watch: Watch = {},
): Promise<readonly CardIdentifier[]> {
  const { response } = listIdentifiersOperation;
  const params = { userId: requireUser(card) };
  const call = { ...callerOf(card), ...watch, response };
  const list = await callWalletApi("GET /api/v1/users/{userId}/identifiers", call, { params });
  return list.identifiers;
}

/** Registers a phone number in E.164; it is hashed here. Throws WalletError. */
export async function registerPhoneNumber(
  card: RegisteredCard,
  number: string,
  watch: Watch = {},
): Promise<RegisteredIdentifier> {
  return await register(card, { kind: "phone", hash: await hashIdentifier(number) }, watch);
}

/** Registers the account reference that the demo gives a card, so that phones with the card in them lead here. */
export async function registerSamplePar(
  card: RegisteredCard,
  cardNumber: string,
  watch: Watch = {},
): Promise<RegisteredIdentifier> {
  const hash = await hashIdentifier(await deriveSamplePar(cardNumber));
  return await register(card, { kind: "par", hash }, watch);
}

async function register(
  card: RegisteredCard,
  body: { kind: "par" | "phone"; hash: string },
  { observe }: Watch,
): Promise<RegisteredIdentifier> {
  const { response } = registerIdentifierOperation;
  const params = { userId: requireUser(card) };
  const statuses: (number | undefined)[] = [];
  const call = {
    ...callerOf(card),
    response,
    refusals: { 409: nameConflict },
    observe: (seen: Observation) => {
      if (seen.kind === "called") statuses.push(seen.status);
      observe?.(seen);
    },
  };
  const route = "POST /api/v1/users/{userId}/identifiers";
  const registered = await callWalletApi(route, call, { params, body });
  return { ...registered, isNew: statuses.at(-1) === 201 };
}

/** A conflict about the identifier itself names its field. */
export function nameConflict({ details }: Pick<ApiError, "details">): WalletFailure {
  return details.startsWith("hash:") ? "identifier_taken" : "identifiers_full";
}

function callerOf({ environment, session }: RegisteredCard) {
  return { environment, ...(session ? { session } : {}) };
}

function requireUser({ userId }: RegisteredCard): string {
  if (userId === null) throw new WalletError("not_found");
  return userId;
}
