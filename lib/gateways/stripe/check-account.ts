import Stripe from "stripe";
import type { CheckOutcome } from "#lib/gateways/gateway.ts";
import { readCategory } from "#lib/gateways/read-match.ts";
import { readStripeCheck } from "./answer.ts";

/**
 * Proves that the key may do all that payments need. What it may write shows without writing: Stripe
 * refuses a restricted key before it looks at the parameters, and then these for their amount.
 */
export async function checkAccount(stripe: Stripe): Promise<CheckOutcome> {
  const needs: Record<string, () => Promise<unknown>> = {
    "PaymentIntents: read": () => stripe.paymentIntents.list({ limit: 1 }),
    "PaymentIntents: write": () => stripe.paymentIntents.create({ amount: 0, currency: "usd" }),
    "Refunds: read": () => stripe.refunds.list({ limit: 1 }),
    "Refunds: write": () => stripe.refunds.create({ amount: 0 }),
  };
  try {
    const asked = Object.entries(needs).map(async ([name, ask]) => ((await may(ask)) ? [] : name));
    const missing = (await Promise.all(asked)).flat();
    if (missing.length > 0) {
      return { kind: "refused", reason: "permissions", missing };
    }
    return { kind: "ok", currency: null, ...(await findAccount(stripe)) };
  } catch (error) {
    return readStripeCheck(error);
  }
}

/** Whether the key has the permission. Throws where that is not the question: an unknown key, silence. */
async function may(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    const answer = await ask();
    // Not a page that some proxy has answered with.
    if (typeof answer !== "object" || answer === null || !("object" in answer)) throw new Error();
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return false;
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400)
      return true;
    throw error;
  }
}

/** Nulls for a restricted key that may charge, and not ask for its account. */
async function findAccount(
  stripe: Stripe,
): Promise<{ account: string | null; merchantCategoryCode: string | null }> {
  try {
    const { id: account, business_profile } = await stripe.accounts.retrieveCurrent();
    return { account, merchantCategoryCode: readCategory(business_profile?.mcc) };
  } catch (error) {
    if (readStripeCheck(error).kind === "refused")
      return { account: null, merchantCategoryCode: null };
    throw error;
  }
}
