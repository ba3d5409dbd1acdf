import {
  type CardFinding,
  cardDataReasons,
  findCardData,
  isPassword,
} from "#lib/core/card-data.ts";
import { AppError } from "#lib/core/errors.ts";
import { formatPath } from "#lib/core/format-path.ts";
import type { Operation } from "#lib/core/operation.ts";
import { readableFields } from "#lib/core/sealed-body.ts";

type Input = { params?: unknown; query?: unknown; body?: unknown };

/**
 * Throws `invalid_request` that names each part of the input with data of a card that the service never takes. It
 * repeats no value. `parseInput` has bounded the depth. Random digits may look like a card number, so an envelope is left
 * out: its schema takes nothing but base64url, and names that are compared with those of the reservation.
 */
export function refuseCardData(operation: Operation, { params, query, body }: Input): void {
  const { rawBody, parts, sealedBody } = operation;
  const found = [
    ...findCardData(params, "reference"),
    ...findCardData(query, "reference"),
    ...(rawBody || parts ? [] : findCardData(sealedBody ? readableFields(body) : body)),
  ];
  const reasons = found.flatMap((finding) => {
    if (isMeant(operation, finding)) return [];
    return [`${formatPath(finding.path)}: ${cardDataReasons[finding.kind]}`];
  });
  if (reasons.length === 0) return;
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: reasons.join("; "),
  });
}

/** The hash that an operation asks for, or a member's password. */
function isMeant({ signed, scope }: Operation, finding: CardFinding): boolean {
  const { path, kind } = finding;
  if (kind !== "hash") return typeof scope !== "string" && isPassword(finding);
  return !signed || (path.length === 1 && path[0] === "recipientHashedPan");
}
