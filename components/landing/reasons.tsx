/** Why a receipt should be sealed at all. */
export function Reasons() {
  return (
    <dl className="grid gap-x-12 gap-y-7 sm:grid-cols-2 lg:grid-cols-5 lg:gap-x-8">
      {reasons.map(({ what, why }) => (
        <div key={what}>
          <dt className="font-medium">{what}</dt>
          <dd className="mt-1.5 text-sm leading-6 text-muted text-pretty">{why}</dd>
        </div>
      ))}
    </dl>
  );
}

const reasons = [
  {
    what: "No paper, no email",
    why: "Paper fades, and an email address is one more thing to ask for. The card already says whose receipt it is.",
  },
  {
    what: "Fewer disputes",
    why: "A charge that shows what was bought, and where, is recognized before it is disputed.",
  },
  {
    what: "Easy returns",
    why: "The receipt is at hand, with its number as a code. The refund comes back as a credit note.",
  },
  {
    what: "Less to protect",
    why: "What the service cannot read cannot be leaked, sold, or searched. Erasing a cardholder destroys the key in each of their envelopes.",
  },
  {
    what: "A reason to open the app",
    why: "The bank shows every item without ever holding a history of what its customers buy.",
  },
];
