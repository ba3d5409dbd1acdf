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
    what: "The till sends the card’s hash, and gets the cardholder’s public key.",
  },
  {
    verb: "Seal",
    what: "The till seals the receipt to it and sends it with the payment. Or the service does, in one call.",
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
