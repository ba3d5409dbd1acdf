import assert from "node:assert/strict";
import { test } from "node:test";
import { listLocales, pickLanguage, readAcceptLanguage } from "./language.ts";

for (const [header, language] of [
  ["de-DE,de;q=0.9,en;q=0.8", "de"],
  ["de-AT", "de"],
  ["fr-FR, de;q=0.5, en;q=0.7", "en"],
  ["en;q=0.5, DE", "de"],
  ["de;q=0, en", "en"],
  ["den, dei", "en"],
  ["ja", "en"],
  ["*", "en"],
  ["", "en"],
] as const) {
  test(`the wallet speaks ${language} to a browser that asks for "${header}"`, () => {
    assert.equal(pickLanguage(readAcceptLanguage(header)), language);
  });
}

for (const [preferred, language, locale] of [
  [["de-CH", "en-US"], "de", "de-CH"],
  [["fr-FR", "de-AT"], "de", "de-AT"],
  [["fr-FR"], "de", "de"],
  [["fr-FR", "en-GB"], "en", "fr-FR"],
  [["de-DE", "en-GB"], "en", "en-GB"],
  [["de-DE"], "en", "en-US"],
] as const) {
  test(`dates in ${language} are those of ${locale} for ${preferred.join(", ")}`, () => {
    assert.equal(listLocales(preferred, language)[0], locale);
  });
}
