import type { Metadata } from "next";
import type { ReactNode } from "react";
import { WalletProvider } from "#components/wallet/wallet-provider.tsx";
import { WalletShell } from "#components/wallet/wallet-shell.tsx";

export const metadata: Metadata = {
  title: "Wallet",
  manifest: "/wallet/manifest.webmanifest",
};

export default function WalletLayout({ children }: { children: ReactNode }) {
  return (
    <WalletProvider>
      <WalletShell>{children}</WalletShell>
    </WalletProvider>
  );
}
