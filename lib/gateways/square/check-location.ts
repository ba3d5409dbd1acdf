import { type SquareClient, SquareError } from "square";
import type { CheckOutcome } from "#lib/gateways/gateway.ts";
import { readCategory } from "#lib/gateways/read-match.ts";
import { readSquareCheck } from "./answer.ts";
import { squareScopes } from "./contract.ts";

/** Proves that the token may do all that payments need, and that the location takes cards. */
export async function checkLocation(
  square: SquareClient,
  locationId: string,
): Promise<CheckOutcome> {
  try {
    const [{ location }, { scopes = [] }] = await Promise.all([
      square.locations.get({ locationId }),
      square.oAuth.retrieveTokenStatus(),
    ]);
    if (location?.id !== locationId) return { kind: "unknown" };
    // An application's own token, for its own account, lists none and may do everything.
    const missing = scopes.length > 0 ? squareScopes.filter((one) => !scopes.includes(one)) : [];
    if (missing.length > 0) {
      return { kind: "refused", reason: "permissions", missing };
    }
    if (location.status !== "ACTIVE") {
      return { kind: "refused", reason: "locationId: is not active" };
    }
    if (!location.capabilities?.includes("CREDIT_CARD_PROCESSING")) {
      return { kind: "refused", reason: "locationId: takes no cards" };
    }
    // Payments are looked up within a location, so another one is another account to us.
    const { merchantId, currency, mcc } = location;
    return {
      kind: "ok",
      account: merchantId ? `${merchantId}/${locationId}` : null,
      currency: currency?.toLowerCase() ?? null,
      merchantCategoryCode: readCategory(mcc),
    };
  } catch (error) {
    return readSquareCheck(error);
  }
}

/** The currency of the location; undefined where the token may not ask for it. */
export async function findCurrency(
  square: SquareClient,
  locationId: string,
): Promise<string | undefined> {
  try {
    const { location } = await square.locations.get({ locationId });
    return location?.currency?.toLowerCase();
  } catch (error) {
    if (error instanceof SquareError && error.statusCode === 403) return undefined;
    throw error;
  }
}
