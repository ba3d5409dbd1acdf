import type { Metadata } from "next";
import { CardholderScreen } from "#components/cardholders/cardholder-screen.tsx";

export const metadata: Metadata = { title: "Cardholder" };

type CardholderPageProps = { params: Promise<{ userId: string }> };

export default async function CardholderPage({ params }: CardholderPageProps) {
  const userId = decodeURIComponent((await params).userId);
  return <CardholderScreen key={userId} userId={userId} />;
}
