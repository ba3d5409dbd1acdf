import type { Metadata } from "next";
import { CardholdersScreen } from "#components/cardholders/cardholders-screen.tsx";

export const metadata: Metadata = { title: "Cardholders" };

export default function CardholdersPage() {
  return <CardholdersScreen />;
}
