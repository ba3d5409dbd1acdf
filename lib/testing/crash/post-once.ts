import type { Answer } from "#lib/testing/api-client.ts";

export type OnceAnswer = {
  status: number;
  /** The header that says when to try again. */
  retryAfter: string | undefined;
  body: Answer["body"];
};

/** Undefined where the connection ends before the answer does, or a balancer without a server answers. */
export async function postOnce(
  url: string,
  key: string,
  body: object,
): Promise<OnceAnswer | undefined> {
  try {
    const headers = { "X-API-Key": key, "Content-Type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    const retryAfter = response.headers.get("Retry-After") ?? undefined;
    return { status: response.status, retryAfter, body: await response.json() };
  } catch {
    return undefined;
  }
}
