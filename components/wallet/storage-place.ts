import type { PlainSentence } from "#lib/languages/translate.ts";

type StoragePlace = "browser" | "safari" | "safari_app";

/** Safari gives an installed app storage of its own, and deletes that of a page after seven days without a visit. */
export function findStoragePlace(): StoragePlace {
  // Other browsers of iPhones and iPads are the same engine with the same rules.
  if (!("GestureEvent" in window)) return "browser";
  const isInstalled =
    Reflect.get(navigator, "standalone") === true ||
    window.matchMedia("(display-mode: standalone)").matches;
  return isInstalled ? "safari_app" : "safari";
}

/** What to know before a wallet is created. */
export const setupWords: Record<StoragePlace, PlainSentence> = {
  browser: "Do not use a private window: closing it deletes the keys.",
  safari:
    "To use the wallet as an app, add this page to the Home Screen or the Dock first: the app has storage of its own.",
  safari_app:
    "This app has storage of its own. If your cards are in the browser, save a backup there and restore it here.",
};

/** What happens to storage that the browser does not guarantee to keep. */
export const riskWords: Record<StoragePlace, PlainSentence> = {
  browser: "At risk: the browser may delete it when space runs low. A backup helps.",
  safari:
    "At risk: Safari deletes it after seven days of use without a visit here. A backup helps.",
  safari_app: "At risk: the browser may delete it when space runs low. A backup helps.",
};

/** Where the browser has refused the guarantee. */
export const refusalWords: Record<StoragePlace, PlainSentence> = {
  browser:
    "The browser said no. It often says yes once this page is installed or used more. Keep a backup until then.",
  safari: "The browser said no. Keep a backup: an installed app would begin empty, and restore it.",
  safari_app: "The browser said no. It often says yes once this app is used more. Keep a backup.",
};
