import { parseUrl } from "#lib/core/parse-url.ts";
import type { Endpoint } from "./use-endpoints.ts";

type Named = Pick<Endpoint, "url" | "description">;

/** What tells it from others on its host: its description, or where it is. */
export function endpointName({ url, description }: Named): string {
  return description || addressOf(url);
}

/** A URL without its protocol. */
export function addressOf(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return url;
  const { host, pathname, search } = parsed;
  return pathname === "/" ? `${host}${search}` : `${host}${pathname}${search}`;
}
