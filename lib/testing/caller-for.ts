import { type ApiCaller, createCaller } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { TestService } from "./test-service.ts";

/** Calls operations of the contract that are to succeed, and gives `data`; throws ApiError. */
export type Caller = ApiCaller["api"];

/** Of an API key, or of a member with a session. */
export type Credentials = string | { key: string } | { cookie: string };

/** The typed call in the name of a key, or of a member that looks at one environment. */
export function callerFor(
  service: Pick<TestService, "url">,
  credentials: Credentials,
  environment: Environment = "development",
): Caller {
  // Read by each call: a fixture is filled later, and a restart changes the address.
  return (route, ...options) => {
    const headers = headersOf(credentials, service.url, environment);
    return createCaller({ baseUrl: service.url, headers }).api(route, ...options);
  };
}

function headersOf(
  credentials: Credentials,
  origin: string,
  environment: Environment,
): Record<string, string> {
  if (typeof credentials === "string") return { "X-API-Key": credentials };
  if ("key" in credentials) return { "X-API-Key": credentials.key };
  return { Cookie: credentials.cookie, Origin: origin, "X-Environment": environment };
}
