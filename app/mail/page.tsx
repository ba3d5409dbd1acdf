import type { Metadata } from "next";
import { MailboxScreen } from "#components/mail/mailbox-screen.tsx";
import { HomeLink } from "#components/ui/home-link.tsx";

export const metadata: Metadata = { title: "Mailbox", robots: { index: false } };

export default function MailPage() {
  return (
    <div className="mx-auto min-h-dvh max-w-[84rem] px-5 pb-16 sm:px-10 lg:px-16">
      <header className="flex h-16 items-center">
        <HomeLink />
      </header>
      <main className="pt-4">
        <MailboxScreen />
      </main>
    </div>
  );
}
