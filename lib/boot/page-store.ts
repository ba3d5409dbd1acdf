import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { config } from "#lib/config.ts";
import { parseTheme, THEME_COOKIE } from "#lib/core/theme.ts";
import { pageHeaders } from "./page-headers.ts";
import { type RecordedAnswer, recordAnswer } from "./record-answer.ts";
import { SplicedBody } from "./spliced-body.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** How long a page may differ from what it was rendered from, such as whether there is a demo. */
const FRESH_MS = 60_000;

/** The build's files take 8 MB, and a page some 40 KB for each theme. */
const MAX_BYTES = 48 * 1024 * 1024;

/** These read no query, and rendering `/reference` takes ten times as long as any other page. */
const WITHOUT_QUERY = ["/", "/reference"];

/** Headers of the recorded connection. */
const ITS_CONNECTION = ["connection", "content-length", "keep-alive", "transfer-encoding"];

const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest))/;

export type StoredAnswer = {
  status: number;
  headers: OutgoingHttpHeaders;
  body: SplicedBody;
  isCompressible: boolean;
};

/** All that the rendering of a page may depend on. Nothing else of a request reaches it. */
type Source = { target: string; headers: Record<string, string> };

/**
 * Answers that are the same for all visitors: pages but for the nonce, and files. `pages` is asked once for
 * each, by a request without cookies, session, or address; so no answer can hold what belongs to one visitor.
 */
export function createPageStore(pages: Listener) {
  // Of the length of a nonce, and unlike anything else in a page.
  const placeholder = randomBytes(18).toString("base64");
  const policy = pageHeaders({ nonce: placeholder, dev: false, tls: false });
  const stored = new LRUCache<string, StoredAnswer>({ maxSize: MAX_BYTES });
  const pending = new Map<string, Promise<StoredAnswer>>();

  async function ask(key: string, { target, headers }: Source): Promise<StoredAnswer> {
    const own = { ...headers, "content-security-policy": policy["content-security-policy"] ?? "" };
    const recorded = await recordAnswer(pages, { target, headers: own });
    const answer = toStored(recorded, placeholder);
    const isFile = String(recorded.headers["cache-control"]).startsWith("public");
    // Compressed copies take a third more.
    const size = Math.ceil(recorded.body.length * 1.33) + 1024;
    if (answer.status === 200) stored.set(key, answer, { size, ttl: isFile ? 0 : FRESH_MS });
    return answer;
  }

  return {
    /** Undefined for what has to be rendered. */
    find(request: IncomingMessage): StoredAnswer | undefined {
      const source = findSource(request);
      return source && stored.get(keyOf(source));
    },

    /** Undefined for a request whose answer depends on more than its target and theme. */
    render(request: IncomingMessage): Promise<StoredAnswer> | undefined {
      const source = findSource(request);
      if (!source) return undefined;
      const key = keyOf(source);
      const asked = pending.get(key) ?? ask(key, source).finally(() => pending.delete(key));
      pending.set(key, asked);
      return asked;
    },
  };
}

function keyOf({ target, headers }: Source): string {
  return JSON.stringify([target, headers]);
}

function findSource({ method, url = "/", headers }: IncomingMessage): Source | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (url.startsWith("/api/") || Object.keys(headers).some(isOfRouter)) return undefined;

  const path = url.split("?", 1)[0] ?? "/";
  return {
    target: WITHOUT_QUERY.includes(path) ? path : url,
    headers: { ...originHeaders(headers), ...themeHeader(headers.cookie) },
  };
}

/** Headers by which Next's router asks for parts of a page. */
function isOfRouter(name: string): boolean {
  return name === "rsc" || name.startsWith("next-") || name.startsWith("x-nextjs");
}

/** Where BASE_URL does not say it, pages show the address at which they were asked for. */
function originHeaders({ host, "x-forwarded-proto": protocol }: IncomingMessage["headers"]) {
  const { baseUrl } = config();
  if (baseUrl !== undefined) return { host: new URL(baseUrl).host };
  return {
    host: host ?? "localhost",
    ...(protocol === undefined ? {} : { "x-forwarded-proto": String(protocol) }),
  };
}

function themeHeader(cookies = "") {
  const chosen = cookies.split(/; */).find((cookie) => cookie.startsWith(`${THEME_COOKIE}=`));
  const theme = parseTheme(chosen?.slice(THEME_COOKIE.length + 1));
  return theme === "system" ? {} : { cookie: `${THEME_COOKIE}=${theme}` };
}

function toStored({ status, headers, body }: RecordedAnswer, placeholder: string): StoredAnswer {
  const own = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ITS_CONNECTION.includes(name)),
  );
  const spliced = new SplicedBody(body, placeholder);
  // A page with another nonce is another page.
  if (!spliced.isConstant) delete own.etag;
  else if (status === 200) Object.assign(own, validators(own, body));
  const isCompressible = COMPRESSIBLE.test(String(own["content-type"]));
  return { status, headers: own, body: spliced, isCompressible };
}

/** A browser keeps what is the same for all, and asks whether it still is. */
function validators({ etag, "cache-control": given = "" }: OutgoingHttpHeaders, body: Buffer) {
  return {
    etag: etag ?? `W/"${createHash("sha256").update(body).digest("base64url")}"`,
    "cache-control": /^$|no-store/.test(String(given)) ? "private, no-cache" : given,
  };
}
