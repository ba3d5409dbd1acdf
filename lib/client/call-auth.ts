import { ApiError } from "./api-error.ts";
import { textOf } from "./member-of.ts";

/**
 * Calls next-auth's own endpoints, which sign in and out, and returns the address it wants to send
 * the browser to. Throws ApiError where it gives none.
 */
export async function callAuth(path: string, fields: Record<string, string> = {}): Promise<URL> {
  const csrfToken = await ask("/api/auth/csrf", { cache: "no-store" }, "csrfToken");
  const body = new URLSearchParams({ ...fields, csrfToken, json: "true" });
  const url = await ask(`/api/auth${path}`, { method: "POST", body }, "url");
  return new URL(url, window.location.origin);
}

async function ask(address: string, request: RequestInit, name: string): Promise<string> {
  const response = await fetch(address, request).catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: "no_answer", message: "No answer", cause });
  });
  const answer = textOf(await response.json().catch(() => undefined), name);
  if (answer !== undefined) return answer;

  const { status } = response;
  throw new ApiError({ status, code: "unreadable", message: `Status ${status}` });
}
