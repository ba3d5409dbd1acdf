import { errorCodes } from "#lib/errors/error-codes.ts";
import { ApiError } from "./api-error.ts";
import { memberOf, textOf } from "./member-of.ts";

/** The failure that a response tells of. A proxy's page or a code from the future is `unreadable`. */
export async function readApiError(response: Response): Promise<ApiError> {
  const error = memberOf(await response.json().catch(() => undefined), "error");
  const { status } = response;
  const retryAfter = readSeconds(response.headers.get("retry-after"));
  const code = errorCodes.find((known) => known === memberOf(error, "code"));
  return new ApiError({
    status,
    code: code ?? "unreadable",
    message: textOf(error, "message") ?? `Status ${status}`,
    details: textOf(error, "details") ?? "",
    requestId: textOf(error, "request_id"),
    retryAfter,
  });
}

function readSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
