import { isIP } from "node:net";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import { isPublicAddress } from "#lib/push/public-host.ts";

/**
 * Refuses at once what could never be delivered to. A name is not looked up: each attempt checks the address that it
 * connects to. Throws `invalid_request`.
 */
export function requireEndpointUrl(text: string, environment: AnyEnvironment): void {
  const url = new URL(text);
  if (url.protocol !== "https:" && environment !== "development") {
    throw invalidUrl("must begin with https:// outside development");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidUrl("must have no user name or password");
  }
  if (text.includes("#")) throw invalidUrl("must have no fragment");
  if (config().webhookAllowPrivate || isPublicHost(url.hostname)) return;
  throw invalidUrl("must be on the public internet");
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  if (isIP(host)) return isPublicAddress(host);
  // Names with one label, and those that are set aside for private networks (RFC 6761, RFC 6762, RFC 8375, ICANN).
  return host.includes(".") && !/\.(?:localhost|local|internal|home\.arpa)$/.test(host);
}

function invalidUrl(reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `url: ${reason}`,
  });
}
