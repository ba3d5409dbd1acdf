"use client";

import { useSignOut } from "./account-menu.tsx";
import { useSession } from "./session.tsx";

/** Across the page, for strangers who look around in the demo. */
export function GuestBand() {
  const { member } = useSession();
  const signOut = useSignOut();
  if (!member.isGuest) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 border-b border-line bg-copy px-4 py-1 text-sm">
      <p>
        <strong className="font-medium">This is the demo.</strong> You are a guest: you can look at
        everything here, and change nothing.
      </p>
      <button
        type="button"
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
        className="min-h-11 cursor-pointer font-medium text-pine underline underline-offset-4 hover:text-pine-deep md:min-h-9"
      >
        Sign out
      </button>
    </div>
  );
}
