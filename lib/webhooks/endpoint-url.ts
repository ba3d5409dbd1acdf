import { isIP } from "node:net";
import { config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import { isAllowed, type Reach } from "#lib/outbound/address.ts";

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
  const reach = config().webhookReach;
  if (!isReachable(url.hostname, reach)) throw invalidUrl(places[reach]);
}

const places: Record<Reach, string> = {
  public: "must be on the public internet",
  loopback:
    "must be on the public internet or this machine; WEBHOOK_ALLOW_PRIVATE=1 opens private networks",
  any: "is an address that is never called",
};

function isReachable(hostname: string, reach: Reach): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  if (isIP(host) !== 0) return isAllowed(host, reach);
  if (reach === "loopback" && /(?:^|\.)localhost$/.test(host)) return true;
  return reach === "any" || !isPrivateName(host);
}

/** A single label, or a name that is set aside for private networks (RFC 6761, RFC 6762, RFC 8375, and ICANN). */
function isPrivateName(host: string): boolean {
  return !host.includes(".") || /\.(?:localhost|local|internal|home\.arpa)$/.test(host);
}

function invalidUrl(reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `url: ${reason}`,
  });
}
