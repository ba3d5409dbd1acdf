import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuditScreen } from "#components/audit/audit-screen.tsx";

export const metadata: Metadata = { title: "Audit trail" };

type AuditPageProps = { params: Promise<{ entry?: string[] }> };

export default async function MerchantAuditPage({ params }: AuditPageProps) {
  const { entry = [] } = await params;
  if (entry.length > 1) notFound();
  return <AuditScreen />;
}
