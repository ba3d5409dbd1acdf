import { memberOf } from "./send-request.ts";

export type ServiceStatus =
  | { state: "ready"; checks: string[] }
  | { state: "unavailable"; message: string };

/**
 * Asks whether the service takes requests. A 503 is an answer, not a failure; throws where there is
 * no answer, or one that the service does not give.
 */
export async function fetchServiceStatus(signal: AbortSignal): Promise<ServiceStatus> {
  const response = await fetch("/api/ready", { signal, cache: "no-store" });
  const body: unknown = await response.json();
  if (response.status === 503) return { state: "unavailable", message: readMessage(body) };
  if (response.status !== 200) throw new Error(`/api/ready answered ${response.status}`);
  return { state: "ready", checks: readChecks(body) };
}

function readMessage(body: unknown): string {
  const message = memberOf(memberOf(body, "error"), "message");
  if (typeof message !== "string") throw new Error("/api/ready answered 503 without a message");
  return message;
}

function readChecks(body: unknown): string[] {
  const data = memberOf(body, "data");
  const checks = memberOf(data, "checks");
  if (memberOf(data, "status") !== "ready" || typeof checks !== "object" || checks === null) {
    throw new Error("/api/ready answered 200 in another shape");
  }
  return Object.keys(checks);
}
