/**
 * Where the paths of the API begin: without a slash at its end, with the path under which a proxy serves the service, if
 * any. Empty for the origin of this page. Throws TypeError.
 */
export function readBaseUrl(text: string): string {
  if (text === "") {
    if (isPage()) return "";
    throw new TypeError("baseUrl is empty: set it to where the service is, https://…");
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError("baseUrl must be an address that begins with https:// or http://");
  }
  if (url.username || url.password || /[?#]/.test(text)) {
    throw new TypeError("baseUrl must have no user, no query, and no fragment");
  }
  const path = url.pathname.replace(/\/+$/, "");
  if (/\/api(\/v\d+)?$/.test(path)) {
    throw new TypeError("baseUrl must not end with /api/v1: the client adds that itself");
  }
  return `${url.origin}${path}`;
}

/** Throws TypeError for a key that was meant to be there, as from a variable that is not set, or that no header carries. */
export function requireKey(options: { apiKey?: string | undefined }): void {
  const { apiKey } = options;
  if (apiKey !== undefined && apiKey !== "") {
    if (/^[\x21-\x7e]+$/.test(apiKey)) return;
    throw new TypeError("apiKey has a blank, a line break, or another character that no key has");
  }
  const isMeant = apiKey === "" || ("apiKey" in options && !isPage());
  if (isMeant) throw new TypeError("apiKey is not set: create one in the console");
}

/** A page or one of its workers, which have an origin, and perhaps a session. */
function isPage(): boolean {
  return globalThis.location !== undefined;
}
