import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ApiKeysScreen } from "#components/api-keys/api-keys-screen.tsx";

export const metadata: Metadata = { title: "API keys" };

type KeysPageProps = { params: Promise<{ key?: string[] }> };

export default async function IssuerKeysPage({ params }: KeysPageProps) {
  const { key = [] } = await params;
  if (key.length > 1) notFound();
  return <ApiKeysScreen />;
}
