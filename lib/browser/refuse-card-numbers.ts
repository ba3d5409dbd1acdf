import { ApiError } from "#lib/client/api-error.ts";
import { cardDataReasons, findCardData, isPassword } from "#lib/core/card-data.ts";
import { readableFields } from "#lib/core/sealed-body.ts";

/**
 * A card number that was typed into the wrong field does not leave the page. Throws `invalid_request`, as the service
 * would answer it.
 */
export function refuseCardNumbers({
  params,
  query,
  body,
}: {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}): void {
  const found = [
    ...findCardData(params, "reference"),
    ...findCardData(query, "reference"),
    ...findCardData(readableFields(body)),
  ].filter((finding) => finding.kind === "number" && !isPassword(finding));
  if (found.length === 0) return;
  throw new ApiError({
    status: 400,
    code: "invalid_request",
    message: "Not sent",
    details: found.map(({ path }) => `${path.join(".")}: ${cardDataReasons.number}`).join("; "),
  });
}
