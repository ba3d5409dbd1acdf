import type { Metadata } from "next";
import { readPageLanguage } from "#app/page-language.ts";
import { ClaimLink } from "#components/claim/claim-link.tsx";
import { HomeLink } from "#components/ui/home-link.tsx";
import { LanguageProvider } from "#components/ui/language-provider.tsx";
import { loadTranslate } from "#lib/languages/load-translate.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await loadTranslate(await readPageLanguage());
  return { title: t("Your receipt"), robots: { index: false } };
}

export default async function ClaimPage() {
  return (
    <div className="mx-auto min-h-dvh max-w-md px-5 pb-16">
      <header className="flex h-16 items-center">
        <HomeLink />
      </header>
      <main className="pt-4">
        <LanguageProvider language={await readPageLanguage()}>
          <ClaimLink />
        </LanguageProvider>
      </main>
    </div>
  );
}
