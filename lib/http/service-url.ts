import { config } from "#lib/config.ts";

/** Where this service is reached from outside: BASE_URL, else where the caller found it. */
export function serviceUrl(headers: Headers): string {
  return config().baseUrl?.replace(/\/$/, "") ?? `http://${headers.get("host") ?? "localhost"}`;
}
