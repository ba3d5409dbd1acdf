import type { Metadata } from "next";
import { TeamPage } from "#components/organizations/team-page.tsx";

export const metadata: Metadata = { title: "Team" };

export default function MerchantTeamPage() {
  return <TeamPage />;
}
