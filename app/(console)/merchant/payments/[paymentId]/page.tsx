import type { Metadata } from "next";
import { PaymentScreen } from "#components/payments/payment-screen.tsx";
import { config } from "#lib/config.ts";

export const metadata: Metadata = { title: "Payment" };

type PaymentPageProps = { params: Promise<{ paymentId: string }> };

export default async function PaymentPage({ params }: PaymentPageProps) {
  const { paymentId } = await params;
  const settleMinutes = config().paymentSettleMs / 60_000;
  return <PaymentScreen paymentId={paymentId} settleMinutes={settleMinutes} />;
}
