import roma from "./receipts/bar-roma.json" with { type: "json" };
import nantes from "./receipts/bistrot-nantes.json" with { type: "json" };
import kuwait from "./receipts/coffee-kuwait.json" with { type: "json" };
import osaka from "./receipts/konbini-osaka.json" with { type: "json" };
import newYork from "./receipts/restaurant.json" with { type: "json" };
import berlin from "./receipts/supermarket-berlin.json" with { type: "json" };

/** Receipts that look like those of their countries, with the locale of a reader there. */
export const sampleReceipts = [
  { name: "supermarket-berlin", country: "Germany", locale: "de-DE", request: berlin.request },
  { name: "bistrot-nantes", country: "France", locale: "fr-FR", request: nantes.request },
  { name: "bar-roma", country: "Italy", locale: "it-IT", request: roma.request },
  { name: "restaurant", country: "United States", locale: "en-US", request: newYork.request },
  { name: "konbini-osaka", country: "Japan", locale: "ja-JP", request: osaka.request },
  { name: "coffee-kuwait", country: "Kuwait", locale: "en-KW", request: kuwait.request },
] as const;
