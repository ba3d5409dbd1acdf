import { useId } from "react";
import { REQUEST_LOG_DAYS } from "#lib/core/retention.ts";
import type { ReceiptSummary } from "#lib/receipts/contract.ts";

export type ServiceKnowsProps = {
  /** Of the receipt in question, `ended` where its `keyKind` is `escrow`; undefined for receipts in general. */
  escrow?: "ended" | "skipped" | undefined;
  /** Where that receipt was sealed; undefined for receipts in general. */
  sealedAt?: ReceiptSummary["sealedAt"] | undefined;
  className?: string;
};

/** What the service stores about a cardholder, what it could read, and what it never has. */
export function ServiceKnows({ escrow, sealedAt, className = "" }: ServiceKnowsProps) {
  const isSealedToOwner = sealedAt === "till" && escrow !== "ended";
  return (
    <div className={`text-sm ${className}`}>
      <Group name="The service keeps" things={kept} />
      <div className="space-y-4">
        <Group name="It could read" things={listReadable(escrow, sealedAt)} />
        <Group name="It never has" things={isSealedToOwner ? [thisReceipt, ...never] : never} />
      </div>
    </div>
  );
}

function listReadable(
  escrow: ServiceKnowsProps["escrow"],
  sealedAt: ServiceKnowsProps["sealedAt"],
): string[] {
  if (sealedAt === "till") {
    return [
      ...(escrow === "ended" ? [escrows.ended] : []),
      `the payment method, until ${answered}`,
    ];
  }
  return [
    `the receipt, while sealing it${sealedAt ? "" : " if the till has not"}: the shop’s name and address, what was bought, and your card’s last four digits`,
    `tax, tip, and payment method, until ${answered}`,
    escrow ? escrows[escrow] : "a receipt in escrow, until its card is added to a wallet",
  ];
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
  ended: "this one while it was sealed to the escrow key, and no longer",
  skipped: "nothing after that: this one went straight to your key, without escrow",
};

const answered = "the payment gateway has answered";

const thisReceipt =
  "this receipt, which the till sealed to your key, unless your issuer has the service decrypt it";

const never = [
  "your card number; from its hash and last four digits, a dishonest operator could guess it",
  "your private key, PIN, fingerprint, or face",
  "the receipt as you opened it",
];
