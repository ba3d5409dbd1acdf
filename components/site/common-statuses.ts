import type { ApiEndpoint } from "./api-document.ts";

/** What every call may answer is said once. */
export const commonMeanings: Record<string, string> = {
  400: "`invalid_request`: `details` names the fields",
  401: "`unauthorized`: no key, or one that is not valid",
  403: "`forbidden`: the key lacks the scope",
  405: "`method_not_allowed`",
  413: "`payload_too_large`",
  415: "`unsupported_media_type`: send JSON",
  429: "`rate_limit_exceeded`",
  500: "`internal_server_error`",
  503: "`service_unavailable`",
};

/** The statuses of this call that say more than what holds for every call. */
export function listOwnStatuses({ responses }: ApiEndpoint): [status: string, meaning: string][] {
  return Object.entries(responses).flatMap(([status, { description }]) => {
    const codes = description.match(/`\w+`/g) ?? [];
    const isCommon = codes.every((code) => commonMeanings[status]?.startsWith(code));
    return isCommon && status in commonMeanings ? [] : [[status, description]];
  });
}
