import { notFound } from "next/navigation";
import { findScreen } from "#components/wallet/find-screen.ts";
import { WalletScreens } from "#components/wallet/wallet-screens.tsx";

export default async function WalletPage({ params }: { params: Promise<{ screen?: string[] }> }) {
  const { screen = [] } = await params;
  if (!findScreen(["/wallet", ...screen].join("/"))) notFound();
  return <WalletScreens />;
}
