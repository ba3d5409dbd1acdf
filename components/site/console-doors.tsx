import { type GuestKind, guestKinds, guestPath } from "#lib/visits/contract-guests.ts";

const doors: Record<GuestKind, { label: string; sees: string }> = {
  merchant: {
    label: "Look at the shop’s console",
    sees: "A month of payments, refunds, and disputes, and the envelopes of the receipts.",
  },
  issuer: {
    label: "Look at the bank’s console",
    sees: "The cardholders, what they received, and how many receipts they opened.",
  },
};

/** Into the consoles of the demo, without an account. Forms, since the landing page has no scripts. */
export function ConsoleDoors() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {guestKinds.map((kind) => (
        <form
          key={kind}
          action={guestPath(kind)}
          method="post"
          className="flex flex-col gap-3 border border-line bg-slip p-5"
        >
          <p className="text-sm leading-6 text-muted text-pretty">{doors[kind].sees}</p>
          <button
            type="submit"
            className="mt-auto min-h-11 cursor-pointer self-start border border-pine px-4 font-medium text-pine hover:bg-pine hover:text-on-pine"
          >
            {doors[kind].label}
          </button>
        </form>
      ))}
      <p className="text-sm text-muted text-pretty sm:col-span-2">
        As a guest you can read, and change nothing; keys, members, and logs of calls stay hidden.
        If you are signed in here, it signs you out.
      </p>
    </div>
  );
}
