import type { Metadata } from "next";
import { EscrowScreen } from "#components/escrow/escrow-screen.tsx";

export const metadata: Metadata = { title: "Escrow" };

export default function EscrowPage() {
  return <EscrowScreen />;
}
