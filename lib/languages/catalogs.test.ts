import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { csvColumns } from "#components/wallet/exports/csv-rows.ts";
import { listSentences } from "#lib/testing/list-sentences.ts";
import { createTranslate } from "./create-translate.ts";
import { german } from "./german.ts";
import type { Catalog } from "./translate.ts";

const catalogs: Record<string, Catalog> = { de: german };
const { unknown, used } = listSentences(Object.keys(german));

test("the wallet shows no sentence that the catalogs lack", () => {
  assert.deepEqual(unknown, []);
});

test("the catalogs have no sentence that nothing shows", () => {
  assert.deepEqual(
    Object.keys(german).filter((sentence) => !used.has(sentence)),
    [],
  );
});

for (const [language, catalog] of Object.entries(catalogs)) {
  describe(language, () => {
    test("has the placeholders of each English sentence", () => {
      const differing = Object.entries(catalog).filter(([sentence, translation]) => {
        // "1 receipt" has no number to fill in.
        const texts = typeof translation === "string" ? [translation] : [translation.other];
        return texts.some((text) => namesIn(text).join() !== namesIn(sentence).join());
      });
      assert.deepEqual(differing, []);
    });

    test("has the plural forms of its language", () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const forms = Object.values(catalog).filter((translation) => typeof translation !== "string");
      assert.ok(forms.length > 10);
      for (const form of forms)
        assert.deepEqual(Object.keys(form).sort(), pluralCategories.toSorted());
    });

    test("names each column of the CSV differently", () => {
      const t = createTranslate("de", catalog);
      assert.equal(new Set(csvColumns.map((name) => t(name))).size, csvColumns.length);
    });
  });
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}
