import type { Metadata } from "next";
import { RefundsScreen } from "#components/payments/refunds-screen.tsx";

export const metadata: Metadata = { title: "Refunds" };

export default function RefundsPage() {
  return <RefundsScreen />;
}
