import { ApiError, type FieldError } from "#lib/client/api-error.ts";
import { isLoadFailure } from "./load-failure.ts";
import { PasskeyError } from "./passkey-error.ts";

/** The text for a failure: the service's message, or why there was no answer. */
export function describeError(error: unknown): string {
  if (error instanceof PasskeyError) return error.message;
  if (isLoadFailure(error)) {
    return "A part of this page could not be loaded. Try again; if that does not help, a new version is here: reload the page.";
  }
  if (!(error instanceof ApiError)) return "Something went wrong on this page.";
  const { code, message, details, retryAfter } = error;
  if (code === "no_answer")
    return "The service is not responding. Check the connection and try again.";
  if (code === "unreadable") return "The service gave an unexpected answer. Reload the page.";
  if (code === "rate_limit_exceeded") {
    return `Too many requests. Try again in ${formatSeconds(retryAfter ?? 60)}.`;
  }
  if (code === "internal_server_error") return "Something went wrong on our side. Try again.";
  const shown = withoutPaymentId(details);
  return shown ? `${message}: ${shown}.` : `${message}.`;
}

/** Leaves out the payment's id, which is clear from the page. */
function withoutPaymentId(details: string): string {
  return details.replace(/(^|; )paymentId: pay_\w+$/, "");
}

/** A wait in words: "45 seconds", "3 minutes". */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

/** The fields that the service refused, and why; empty for every other failure. */
export function readFieldErrors(error: unknown): FieldError[] {
  return error instanceof ApiError ? error.fields : [];
}

type Refusal<Name extends string> = {
  /** What is wrong with a field, to show beside it. */
  atFields: Partial<Record<Name, string>>;
  /** What remains, as a sentence about the whole form. */
  elsewhere: string | undefined;
};

/** Separates what a failure says about the fields of this form from the rest; `null` means no failure. */
export function sortRefusal<Name extends string>(
  error: unknown,
  names: readonly Name[],
): Refusal<Name> {
  if (error === null) return { atFields: {}, elsewhere: undefined };
  const atFields: Refusal<Name>["atFields"] = {};
  for (const { path, reason } of [...readFieldErrors(error), ...readConflict(error)]) {
    const name = names.find((field) => field === path);
    if (name) atFields[name] ??= reason;
  }
  const isPlaced = Object.keys(atFields).length > 0;
  return { atFields, elsewhere: isPlaced ? undefined : describeError(error) };
}

/** A conflict explains itself in its message; the details only name the field. */
function readConflict(error: unknown): FieldError[] {
  if (!(error instanceof ApiError) || error.code !== "conflict") return [];
  const path = /^(\w+): /.exec(error.details)?.[1];
  return path ? [{ path, reason: error.message }] : [];
}
