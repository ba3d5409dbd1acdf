import type { Scope } from "#lib/core/permissions.ts";
import { type EventType, issuerEventTypes, merchantEventTypes } from "#lib/core/vocabulary.ts";

type EventGroup = { title: string; types: readonly EventType[] };

/** The types of events that an organization can get, by what they are about. */
export function eventGroupsFor(scopes: readonly Scope[]): EventGroup[] {
  const types: EventType[] = [
    ...(scopes.includes("payments:read") ? merchantEventTypes : []),
    ...(scopes.includes("receipts:read") ? issuerEventTypes : []),
  ];
  return Object.entries(titles).flatMap(([prefix, title]) => {
    const own = types.filter((type) => type.startsWith(`${prefix}.`));
    return own.length === 0 ? [] : [{ title, types: own }];
  });
}

const titles = {
  payment: "Payments",
  refund: "Refunds",
  dispute: "Disputes",
  receipt: "Receipts",
  user: "Cardholders",
};
