import type { Metadata } from "next";
import { PaymentQuickstart } from "#components/quickstart/quickstart.tsx";

export const metadata: Metadata = { title: "Quickstart" };

export default function QuickstartPage() {
  return <PaymentQuickstart />;
}
