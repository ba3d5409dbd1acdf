import assert from "node:assert/strict";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";
import type { AuthServer } from "./auth-server.ts";

type Auth = Pick<AuthServer, "url">;

/** Signs in as the page does, from a browser with these cookies; returns those that it has then. */
export async function signInOverHttp(
  auth: Auth,
  {
    email,
    password,
    code = "",
    device,
  }: { email: string; password: string; code?: string | undefined; device?: string },
  cookies = "",
): Promise<string> {
  const fields = { email, password, code };
  return await post(auth, "/callback/credentials", fields, cookies, device);
}

/** Signs the browser out. */
export async function signOutOverHttp(auth: Auth, cookies: string): Promise<void> {
  await post(auth, "/signout", {}, cookies);
}

async function post(
  { url }: Auth,
  path: string,
  fields: Record<string, string>,
  cookies: string,
  device = "node",
): Promise<string> {
  const token = await fetch(`${url}/api/auth/csrf`, { headers: { Cookie: cookies } });
  const { csrfToken } = await token.json();
  const known = merge(cookies, token);
  const response = await fetch(`${url}/api/auth${path}`, {
    method: "POST",
    headers: { Cookie: known, "User-Agent": device, [CLIENT_ADDRESS_HEADER]: "192.0.2.1" },
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  assert.ok(response.status < 500, `${path}: ${response.status}`);
  await response.body?.cancel();
  return merge(known, response);
}

/** A browser's cookies after an answer. */
function merge(cookies: string, response: Response): string {
  const set = response.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
  const pairs = [...cookies.split("; "), ...set].filter((pair) => pair !== "");
  const byName = new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair]));
  return [...byName.values()].join("; ");
}
