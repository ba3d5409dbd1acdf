import type { Metadata } from "next";
import { PaymentsScreen } from "#components/payments/payments-screen.tsx";

export const metadata: Metadata = { title: "Payments" };

export default function PaymentsPage() {
  return <PaymentsScreen />;
}
