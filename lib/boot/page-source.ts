import type { IncomingMessage } from "node:http";
import { config } from "#lib/config.ts";
import { findCookie } from "#lib/core/find-cookie.ts";
import { parseTheme, THEME_COOKIE } from "#lib/core/theme.ts";
import { PAGE_LANGUAGE_HEADER } from "#lib/languages/language.ts";
import { findPageLanguage } from "./page-language.ts";

/** All that an answer may depend on. Nothing else of a request reaches its rendering. */
export type Source = {
  isFile: boolean;
  target: string;
  headers: Record<string, string>;
};

/** Pages that ignore their query. Rendering `/docs/reference` takes ten times as long as any other page. */
const WITHOUT_QUERY = ["/", "/docs/reference"];

/** Undefined for a request whose answer depends on more than its target, host, theme, and language. */
export function findSource(
  { method = "GET", url = "/", headers }: IncomingMessage,
  publicFiles: ReadonlySet<string>,
): Source | undefined {
  if (url.startsWith("/api/")) return undefined;
  const path = url.split("?", 1)[0] ?? "/";
  // Next answers a POST to a page like a GET: there are no server actions here.
  const isRead = method === "GET" || method === "HEAD" || WITHOUT_QUERY.includes(path);
  if (!isRead) return undefined;

  if (path.startsWith("/_next/static/") || publicFiles.has(path)) {
    return { isFile: true, target: path, headers: { host: "localhost" } };
  }
  // By this value alone, Next answers with a part of a page; its other headers refine that, and without it change
  // nothing.
  if (headers.rsc === "1") return undefined;
  return {
    isFile: false,
    target: WITHOUT_QUERY.includes(path) ? path : url,
    headers: {
      ...originHeaders(headers),
      ...themeHeader(headers.cookie),
      ...languageHeader(url, headers),
    },
  };
}

/** Where BASE_URL does not say it, pages show the address at which they were asked for. */
function originHeaders(headers: IncomingMessage["headers"]): Record<string, string> {
  const { baseUrl } = config();
  if (baseUrl !== undefined) return { host: new URL(baseUrl).host };

  const host = headers.host ?? "localhost";
  const protocol = String(headers["x-forwarded-proto"]).split(",")[0]?.trim();
  return protocol === "https" ? { host, "x-forwarded-proto": protocol } : { host };
}

function themeHeader(cookies: string | undefined): Record<string, string> {
  const theme = parseTheme(findCookie(cookies, THEME_COOKIE));
  return theme === "system" ? {} : { cookie: `${THEME_COOKIE}=${theme}` };
}

function languageHeader(url: string, headers: IncomingMessage["headers"]): Record<string, string> {
  const language = findPageLanguage(url, headers);
  return language === "en" ? {} : { [PAGE_LANGUAGE_HEADER]: language };
}
