/** How a receipt travels, from the terminal to the screen of its cardholder. */
export function FlowSteps() {
  return (
    <ol className="grid border-y border-line sm:grid-cols-2 sm:gap-x-12 lg:grid-cols-4 lg:gap-x-0">
      {steps.map((step, index) => (
        <li
          key={step.verb}
          className="border-dashed border-line py-3.5 not-last:border-b sm:not-last:border-b-0 lg:px-6 lg:not-last:border-r lg:first:pl-0 lg:last:pr-0"
        >
          <h3 className="flex items-baseline gap-2 font-semibold">
            <span className="font-mono text-xs font-normal text-muted">{index + 1}</span>
            {step.verb}
          </h3>
          <p className="mt-1 text-sm text-muted">{step.what}</p>
        </li>
      ))}
    </ol>
  );
}

const steps = [
  {
    verb: "Tap",
    what: "The point of sale sends the payment and its receipt in one call.",
  },
  {
    verb: "Seal",
    what: "In memory: AES-256-GCM, with its key wrapped for the cardholder.",
  },
  {
    verb: "Consent",
    what: "A biometric or PIN buys one token: one opening, within 2 to 3 minutes.",
  },
  {
    verb: "Open",
    what: "The envelope goes to the device, where the private key opens it.",
  },
];

/** What the service is to each of those who integrate it. */
export function Audiences() {
  return (
    <section aria-labelledby="audiences">
      <h2 id="audiences" className="font-semibold">
        Who builds on it
      </h2>
      <dl className="mt-2 space-y-1.5 text-sm">
        {audiences.map(({ who, what }) => (
          <div key={who}>
            <dt className="inline font-medium">{who}.</dt>{" "}
            <dd className="inline text-muted">{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const audiences = [
  {
    who: "POS engineers",
    what: "One call per payment, safe to retry: the same body never charges twice.",
  },
  {
    who: "Issuers",
    what: "Register a card hash and a public key, then grant one opening per consent.",
  },
  {
    who: "Product teams",
    what: "Itemized receipts in the bank app, without a store of what people bought.",
  },
];
