import { LANGUAGE_COOKIE, type Language } from "#lib/languages/language.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** For every page from now on, also without a connection: the worker fetches its documents again. */
export function keepLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing over plain HTTP, and in WebKit on localhost.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; SameSite=Strict; Max-Age=${YEAR_SECONDS}`;
  navigator.serviceWorker?.controller?.postMessage("renew");
}
