import type { ProviderMatch } from "#lib/receipts/contract-match.ts";
import type { Gateway } from "./gateway.ts";

const MAX_LENGTH = 64;

/** What a provider's answer has for the bank's ledger; undefined for nothing. */
export function readMatch(
  fields: { [Field in keyof ProviderMatch]?: unknown },
): ProviderMatch | undefined {
  const match = {
    authorizationCode: readText(fields.authorizationCode),
    networkTransactionId: readText(fields.networkTransactionId),
    acquirerReferenceNumber: readText(fields.acquirerReferenceNumber),
    merchantCategoryCode: readText(fields.merchantCategoryCode),
  };
  return Object.values(match).some((value) => value !== null) ? match : undefined;
}

function readText(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  return text !== "" && text.length <= MAX_LENGTH ? text : null;
}

/** The category as a provider states it; null for anything but four digits. */
export function readCategory(code: unknown): string | null {
  return typeof code === "string" && /^\d{4}$/.test(code) ? code : null;
}

/**
 * The gateway of an account that has this category. No answer about a payment has it, and asking for it would be
 * a call more for each.
 */
export function addCategory(gateway: Gateway, merchantCategoryCode: string | null): Gateway {
  if (merchantCategoryCode === null) return gateway;
  const add = <Outcome extends { kind?: string; match?: ProviderMatch | undefined }>(
    outcome: Outcome,
  ): Outcome => {
    const isTaken = "providerReference" in outcome && outcome.kind !== "requires_confirmation";
    if (!isTaken) return outcome;
    return { ...outcome, match: { ...UNKNOWN, ...outcome.match, merchantCategoryCode } };
  };
  return {
    ...gateway,
    charge: async (...args) => add(await gateway.charge(...args)),
    find: async (...args) => add(await gateway.find(...args)),
    cancel: async (...args) => add(await gateway.cancel(...args)),
    refund: async (...args) => add(await gateway.refund(...args)),
    listRefunds: async (...args) => (await gateway.listRefunds(...args))?.map(add),
  };
}

const UNKNOWN = {
  authorizationCode: null,
  networkTransactionId: null,
  acquirerReferenceNumber: null,
};
