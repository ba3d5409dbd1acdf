import { setTimeout as sleep } from "node:timers/promises";
import { DemoFailure } from "./demo-failure.ts";

export type ApiCall = { method: "GET" | "POST"; path: string; key: string; body?: unknown };
/** `ms` is the time of the last attempt. */
export type ApiAnswer = {
  status: number;
  headers: Headers;
  body: unknown;
  ms: number;
  attempts: number;
};
export type CallApi = (call: ApiCall) => Promise<ApiAnswer>;

const MOST_ATTEMPTS = 3;
const FIRST_DELAY_MS = 1000;
const DEADLINE_MS = 20_000;
const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);

/**
 * Calls below `{baseUrl}/api/v1`, repeated as the API asks clients to: at most three attempts, with growing
 * delays, after 429, a failure of the server or a timeout. Throws a DemoFailure if no server answers.
 */
export function createApiClient(
  baseUrl: string,
  wait: (ms: number) => Promise<unknown> = sleep,
): CallApi {
  return async function callApi(call) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await send(baseUrl, call);
      const isLast = attempt + 1 === MOST_ATTEMPTS;
      if (answer === "timeout" && isLast) {
        throw new DemoFailure(`${call.path} did not answer within ${DEADLINE_MS / 1000} s.`);
      }
      if (answer !== "timeout" && (isLast || !RETRIED_STATUSES.has(answer.status))) {
        return { ...answer, attempts: attempt + 1 };
      }

      const asked = answer === "timeout" ? 0 : secondsToWait(answer.headers) * 1000;
      await wait(Math.max(FIRST_DELAY_MS * 2 ** attempt, asked));
    }
  };
}

async function send(
  baseUrl: string,
  call: ApiCall,
): Promise<Omit<ApiAnswer, "attempts"> | "timeout"> {
  const start = performance.now();
  try {
    const response = await fetch(`${baseUrl}/api/v1${call.path}`, {
      method: call.method,
      headers: { "X-API-Key": call.key, "Content-Type": "application/json" },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const text = await response.text();
    const ms = performance.now() - start;
    return { status: response.status, headers: response.headers, body: parseJson(text), ms };
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") return "timeout";
    throw new DemoFailure(`No server answers at ${baseUrl}. Start it with: npm start`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After` as seconds; the date form counts as nothing. */
function secondsToWait(headers: Headers): number {
  const seconds = Number(headers.get("Retry-After") ?? 0);
  return Number.isFinite(seconds) ? seconds : 0;
}
