import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import {
  type EventType,
  eventTypes,
  issuerEventTypes,
  merchantEventTypes,
  type OrganizationKind,
} from "#lib/core/vocabulary.ts";
import { readScopeOf, visibleTypes } from "./list-events.ts";

const typesOfKind: Record<OrganizationKind, readonly EventType[]> = {
  merchant: merchantEventTypes,
  issuer: issuerEventTypes,
  platform: eventTypes,
};

/** Throws `invalid_request` for types that an organization of this kind never gets. */
export function requireTypesOf(
  kind: OrganizationKind | undefined,
  types: readonly EventType[],
): void {
  const own = kind ? typesOfKind[kind] : [];
  if (types.every((type) => own.includes(type))) return;
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: `types: your organization gets ${own.join(", ")}`,
  });
}

/**
 * An endpoint shows its events to the caller that set its URL. Throws `forbidden` that names the scopes which the caller
 * lacks for its types; none are all of the organization.
 */
export function requireReadable(
  caller: Caller,
  kind: OrganizationKind | undefined,
  types: readonly EventType[],
): void {
  const all = kind ? typesOfKind[kind] : [];
  const visible = visibleTypes(caller);
  const lacking = (types.length === 0 ? all : types).filter((type) => !visible.includes(type));
  if (lacking.length === 0) return;

  const scopes = [...new Set(lacking.map(readScopeOf))];
  const needed = `${scopes.length === 1 ? "scope" : "scopes"} ${scopes.join(" and ")}`;
  const verb = scopes.length === 1 ? "is" : "are";
  throw new AppError("forbidden", {
    message: "The caller lacks the scope for events of these types",
    details: `types: ${needed} ${verb} needed for ${types.length === 0 ? "all types" : lacking.join(", ")}`,
  });
}
