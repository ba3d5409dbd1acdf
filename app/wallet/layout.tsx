import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readPageLanguage } from "#app/page-language.ts";
import { LanguageProvider } from "#components/ui/language-provider.tsx";
import { WalletProvider } from "#components/wallet/wallet-provider.tsx";
import { WalletShell } from "#components/wallet/wallet-shell.tsx";

export const metadata: Metadata = {
  title: "Wallet",
  manifest: "/wallet/manifest.webmanifest",
};

export default async function WalletLayout({ children }: { children: ReactNode }) {
  return (
    <LanguageProvider language={await readPageLanguage()}>
      <WalletProvider>
        <WalletShell>{children}</WalletShell>
      </WalletProvider>
    </LanguageProvider>
  );
}
