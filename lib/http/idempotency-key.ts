import { cardDataReasons } from "#lib/core/card-data.ts";
import { holdsCardNumber } from "#lib/core/card-numbers.ts";
import { AppError } from "#lib/core/errors.ts";

/**
 * The Idempotency-Key header, quoted (a structured-field string, RFC 9651 section 3.3.3) or bare;
 * both spell the same key. Throws `invalid_request`.
 */
export function readIdempotencyKey(headers: Pick<Headers, "get">): string | undefined {
  const text = headers.get("idempotency-key");
  if (text === null) return undefined;

  const key = unquote(text.trim());
  if (key === undefined || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid("must be 1 to 255 printable ASCII characters, quoted or bare");
  }
  if (holdsCardNumber(key, "reference")) throw invalid(cardDataReasons.number);
  return key;
}

function invalid(reason: string): AppError {
  const details = `Idempotency-Key: ${reason}`;
  return new AppError("invalid_request", { message: "Request validation failed", details });
}

function unquote(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1];
  return quoted?.replace(/\\(["\\])/g, "$1");
}
