import type { Metadata } from "next";
import { Invitation } from "#components/accounts/invitation.tsx";

// The token is after the #, so only a browser that breaks the rules would send it in a Referer header; no
// part of this page calls another host.
export const metadata: Metadata = { title: "Invitation", robots: { index: false } };

export default function InvitePage() {
  return <Invitation />;
}
