import type { Metadata } from "next";
import { ClaimLink } from "#components/claim/claim-link.tsx";
import { HomeLink } from "#components/ui/home-link.tsx";

export const metadata: Metadata = { title: "Your receipt", robots: { index: false } };

export default function ClaimPage() {
  return (
    <div className="mx-auto min-h-dvh max-w-md px-5 pb-16">
      <header className="flex h-16 items-center">
        <HomeLink />
      </header>
      <main className="pt-4">
        <ClaimLink />
      </main>
    </div>
  );
}
