import type { Metadata } from "next";
import { PaymentScreen } from "#components/payments/payment-screen.tsx";

export const metadata: Metadata = { title: "Payment" };

type PaymentPageProps = { params: Promise<{ paymentId: string }> };

export default async function PaymentPage({ params }: PaymentPageProps) {
  const { paymentId } = await params;
  return <PaymentScreen paymentId={paymentId} />;
}
