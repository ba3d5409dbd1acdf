import type { Metadata } from "next";
import { Invitation } from "#components/accounts/invitation.tsx";

// The token stands behind the #, and would leave with the address in a Referer header only if a
// browser broke the rules; nothing on this page asks another host for anything.
export const metadata: Metadata = { title: "Invitation", robots: { index: false } };

export default function InvitePage() {
  return <Invitation />;
}
