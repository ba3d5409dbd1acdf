import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { AnswerCache, keyOf } from "./answer-cache.ts";
import { pageHeaders } from "./page-headers.ts";
import { findSource, type Source } from "./page-source.ts";
import { type RecordedAnswer, recordAnswer } from "./record-answer.ts";
import { SplicedBody } from "./spliced-body.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** How long a page may differ from what it was rendered from, such as whether there is a demo. */
const FRESH_MS = 60_000;

const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest))/;

export type StoredAnswer = {
  status: number;
  headers: OutgoingHttpHeaders;
  body: SplicedBody;
  isCompressible: boolean;
};

type PageStoreOptions = {
  /** Paths of the files in `public`. */
  publicFiles?: ReadonlySet<string> | undefined;
  /** How long a rendering may take. */
  limitMs?: number | undefined;
};

/**
 * Answers that are the same for all visitors: pages but for the nonce, and files. `pages` is asked once for
 * each, by a request without cookies, session, or address; so no answer can hold what belongs to one visitor.
 */
export function createPageStore(
  pages: Listener,
  { publicFiles = new Set(), limitMs }: PageStoreOptions = {},
) {
  // Of the length of a nonce, and unlike anything else in a page.
  const placeholder = randomBytes(18).toString("base64");
  const policy = pageHeaders({ nonce: placeholder, dev: false, tls: false, target: "/" });
  const stored = new AnswerCache<StoredAnswer>();
  const pending = new Map<string, Promise<StoredAnswer>>();

  async function ask(source: Source): Promise<StoredAnswer> {
    const { target, headers } = source;
    const own = { ...headers, "content-security-policy": policy["content-security-policy"] ?? "" };
    const recorded = await recordAnswer(
      pages,
      { target, headers: own },
      limitMs === undefined ? {} : { limitMs },
    );
    const answer = toStored(recorded, placeholder);
    const isPublic = String(recorded.headers["cache-control"]).startsWith("public");
    // Compressed copies take a third more.
    const size = Math.ceil(recorded.body.length * 1.33) + 1024;
    if (answer.status === 200) stored.set(source, answer, { size, ttl: isPublic ? 0 : FRESH_MS });
    return answer;
  }

  return {
    /** Undefined for what has to be rendered, and for what may have a body, which could be refused. */
    find(request: IncomingMessage): StoredAnswer | undefined {
      if (request.method === "POST") return undefined;
      const source = findSource(request, publicFiles);
      return source && stored.get(source);
    },

    /** Undefined for a request whose answer depends on more than its target, host, theme, and language. */
    async render(request: IncomingMessage): Promise<StoredAnswer | undefined> {
      const source = findSource(request, publicFiles);
      if (!source) return undefined;
      const known = stored.get(source);
      if (known) return known;

      const key = keyOf(source);
      const asked = pending.get(key) ?? ask(source).finally(() => pending.delete(key));
      pending.set(key, asked);
      return asked;
    },
  };
}

function toStored({ status, headers, body }: RecordedAnswer, placeholder: string): StoredAnswer {
  const own = { ...headers };
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
