import { useId } from "react";
import { REQUEST_LOG_DAYS } from "#lib/core/retention.ts";

type ServiceKnowsProps = {
  /** Of the receipt in question; undefined for receipts in general. */
  escrow?: "ended" | "skipped";
  className?: string;
};

/** What the service stores about a cardholder, what it could read, and what it never has. */
export function ServiceKnows({ escrow, className = "" }: ServiceKnowsProps) {
  return (
    <div className={`text-sm ${className}`}>
      <Group name="The service keeps" things={kept} />
      <div className="space-y-4">
        <Group
          name="It could read"
          things={[
            "the receipt, while sealing it: the shop’s name and address, what was bought, and your card’s last four digits",
            "tax, tip, and payment method, until the payment gateway has answered",
            escrow ? escrows[escrow] : "a receipt in escrow, until its card is added to a wallet",
          ]}
        />
        <Group name="It never has" things={never} />
      </div>
    </div>
  );
}

function Group({ name, things }: { name: string; things: readonly string[] }) {
  const id = useId();
  return (
    <div>
      <p id={id} className="font-semibold">
        {name}
      </p>
      <ul aria-labelledby={id}>
        {things.map((thing) => (
          <li
            key={thing}
            className="relative mt-1 pl-3.5 text-pretty text-muted before:absolute before:left-0 before:content-['·']"
          >
            {thing}
          </li>
        ))}
      </ul>
    </div>
  );
}

const kept = [
  "the sealed receipt",
  "a keyed hash of your card, your user ID, your public key, and its ID",
  `amount, currency, status, and when each call came; for ${REQUEST_LOG_DAYS} days, the network address it came from`,
  "the shop’s ID, its reference numbers, and the gateway’s",
  "refunds, and the payment each belongs to",
  "when you allowed a receipt to be opened, and how; the shop sees when it was first opened",
  "for a PIN, a part that it needs, a hash of a proof that it was right, and how often it was wrong",
];

const escrows = {
  ended: "this one as long as it waited in escrow, and no longer",
  skipped: "nothing after that: this one went straight to your key, without escrow",
};

const never = [
  "your card number; from its hash and last four digits, a dishonest operator could guess it",
  "your private key, PIN, fingerprint, or face",
  "the receipt as you opened it",
];
