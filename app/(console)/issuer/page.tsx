import type { Metadata } from "next";
import { IssuerOverviewScreen } from "#components/reports/issuer-overview-screen.tsx";

export const metadata: Metadata = { title: "Overview" };

export default function IssuerOverviewPage() {
  return <IssuerOverviewScreen />;
}
