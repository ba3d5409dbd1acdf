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
  const message = member(member(body, "error"), "message");
  if (typeof message !== "string") throw new Error("/api/ready answered 503 without a message");
  return message;
}

function readChecks(body: unknown): string[] {
  const data = member(body, "data");
  const checks = member(data, "checks");
  if (member(data, "status") !== "ready" || typeof checks !== "object" || checks === null) {
    throw new Error("/api/ready answered 200 in another shape");
  }
  return Object.keys(checks);
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
