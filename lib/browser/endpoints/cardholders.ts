import type { z } from "zod";
import { callApi } from "#lib/browser/api.ts";
import type {
  ErasedUserJson,
  eraseUserOperation,
  keyRotation,
  RotatedKey,
  rotateKeyOperation,
} from "#lib/cardholders/contract.ts";
import type {
  CardholderDetailsJson,
  getCardholderOperation,
  listCardholdersOperation,
  listGrantsOperation,
} from "#lib/cardholders/contract-console.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { listReceiptsOperation } from "#lib/receipts/contract.ts";

/** A page of a list; `cursor` is `nextCursor` of the page before. */
type PagePlace = { environment: Environment; cursor: string | undefined };

export type CardholderPlace = { environment: Environment; userId: string };

const one = "/api/console/cardholders/{userId}";

export function listCardholders(
  { environment, search, cursor }: PagePlace & { search: string | undefined },
  signal: AbortSignal,
): Promise<z.input<(typeof listCardholdersOperation)["response"]>> {
  const path = "/api/console/cardholders";
  const query = { search, cursor };
  return callApi<typeof listCardholdersOperation>("GET", path, { environment, query, signal });
}

export function getCardholder(
  { environment, userId }: CardholderPlace,
  signal: AbortSignal,
): Promise<CardholderDetailsJson> {
  const params = { userId };
  return callApi<typeof getCardholderOperation>("GET", one, { environment, params, signal });
}

export function listGrants(
  { environment, userId, cursor }: CardholderPlace & PagePlace,
  signal: AbortSignal,
): Promise<z.input<(typeof listGrantsOperation)["response"]>> {
  return callApi<typeof listGrantsOperation>("GET", `${one}/grants`, {
    environment,
    params: { userId },
    query: { limit: "10", cursor },
    signal,
  });
}

/** Through the public API, which an issuer's own service calls as well. */
export function listCardholderReceipts(
  { environment, userId, cursor }: CardholderPlace & PagePlace,
  signal: AbortSignal,
): Promise<z.input<(typeof listReceiptsOperation)["response"]>> {
  return callApi<typeof listReceiptsOperation>("GET", "/api/v1/receipts/{userId}", {
    environment,
    params: { userId },
    query: { limit: "10", cursor },
    signal,
  });
}

export function rotateKey(
  environment: Environment,
  body: z.input<typeof keyRotation>,
): Promise<RotatedKey> {
  return callApi<typeof rotateKeyOperation>("POST", "/api/v1/keys/rotate", { environment, body });
}

export function eraseCardholder({ environment, userId }: CardholderPlace): Promise<ErasedUserJson> {
  const params = { userId };
  return callApi<typeof eraseUserOperation>("DELETE", "/api/v1/users/{userId}", {
    environment,
    params,
  });
}
