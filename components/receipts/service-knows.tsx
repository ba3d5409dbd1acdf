import { useId } from "react";

type ServiceKnowsProps = {
  /** Of the receipt that this is about; without one, how it is in general. */
  escrow?: "ended" | "skipped";
  className?: string;
};

/** What the service keeps of a cardholder, what it could read, and what it never has. */
export function ServiceKnows({ escrow, className = "" }: ServiceKnowsProps) {
  return (
    <div className={`text-sm ${className}`}>
      <Group name="The service keeps" things={kept} />
      <div className="space-y-4">
        <Group
          name="It could read"
          things={[
            "the receipt, while sealing it: the shop’s name and address, what was bought, and your card’s last four digits",
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
  "a keyed hash of your card",
  "your public key and its ID",
  "amount, currency, status, and when each call came",
  "the shop’s ID and its reference numbers",
  "refunds, and the payment each belongs to",
  "when you allowed a receipt to be opened, and how",
  "for a PIN, a part that it needs, and how often it was wrong",
];

const escrows = {
  ended: "this one as long as it waited in escrow, and no longer",
  skipped: "nothing later: this one went straight to your key, without escrow",
};

const never = [
  "your card number; from its hash and last four digits, a dishonest operator could guess it",
  "your private key, PIN, fingerprint, or face",
  "the opened receipt",
];
