"use client";

import { SelectField } from "#components/ui/select-field.tsx";
import { useLanguageChoice } from "#components/ui/use-language-choice.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import { languageNames, languages, parseLanguage } from "#lib/languages/language.ts";
import { VaultSection } from "./vault-section.tsx";

/** The wallet's language on this device, in place of the one that the browser prefers. */
export function LanguageChoice() {
  const t = useTranslate();
  const choice = useLanguageChoice();
  if (!choice) return null;
  return (
    <VaultSection title={t("Language")} what={t("For the wallet in this browser.")}>
      <SelectField
        label={t("Language of the wallet")}
        value={choice.language}
        onChange={({ target }) => choice.choose(parseLanguage(target.value) ?? choice.language)}
        options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
      />
    </VaultSection>
  );
}
