import { useId } from "react";
import { REQUEST_LOG_DAYS } from "#lib/core/retention.ts";
import { english, type PlainSentence, type Translate } from "#lib/languages/translate.ts";
import type { ReceiptSummary } from "#lib/receipts/contract.ts";

export type ServiceKnowsProps = {
  /** Of the receipt in question, `ended` where its `keyKind` is `escrow`; undefined for receipts in general. */
  escrow?: "ended" | "skipped" | undefined;
  /** Where that receipt was sealed; undefined for receipts in general. */
  sealedAt?: ReceiptSummary["sealedAt"] | undefined;
  /** Into the reader's language. */
  t?: Translate;
  className?: string;
};

/** What the service stores about a cardholder, what it could read, and what it never has. */
export function ServiceKnows({ escrow, sealedAt, t = english, className = "" }: ServiceKnowsProps) {
  const isSealedToOwner = sealedAt === "till" && escrow !== "ended";
  const neverHad = isSealedToOwner ? [thisReceipt, ...never] : never;
  return (
    <div className={`text-sm ${className}`}>
      <Group name={t("The service keeps")} things={listKept(t)} />
      <div className="space-y-4">
        <Group
          name={t("It could read")}
          things={listReadable(escrow, sealedAt).map((thing) => t(thing))}
        />
        <Group name={t("It never has")} things={neverHad.map((thing) => t(thing))} />
      </div>
    </div>
  );
}

function listReadable(
  escrow: ServiceKnowsProps["escrow"],
  sealedAt: ServiceKnowsProps["sealedAt"],
): PlainSentence[] {
  if (sealedAt === "till") {
    return [
      ...(escrow === "ended" ? [escrows.ended] : []),
      "the payment method, until the payment gateway has answered",
    ];
  }
  return [
    sealedAt
      ? "the receipt, while sealing it: the shop’s name and address, what was bought, and your card’s last four digits"
      : "the receipt, while sealing it if the till has not: the shop’s name and address, what was bought, and your card’s last four digits",
    "tax, tip, and payment method, until the payment gateway has answered",
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

function listKept(t: Translate): string[] {
  return [
    t("the sealed receipt"),
    t("a keyed hash of your card, your user ID, your public key, and its ID"),
    t(
      "amount, currency, status, and when each call came; for {days} days, the network address it came from",
      { days: REQUEST_LOG_DAYS },
    ),
    t("the shop’s ID, its reference numbers, and the gateway’s"),
    t("refunds, and the payment each belongs to"),
    t("when you allowed a receipt to be opened, and how; the shop sees when it was first opened"),
    t(
      "for a PIN, a part that it needs, a hash of a proof that it was right, and how often it was wrong",
    ),
  ];
}

const escrows = {
  ended: "this one while it was sealed to the escrow key, and no longer",
  skipped: "nothing after that: this one went straight to your key, without escrow",
} as const satisfies Record<string, PlainSentence>;

const thisReceipt: PlainSentence =
  "this receipt, which the till sealed to your key, unless your issuer has the service decrypt it";

const never: readonly PlainSentence[] = [
  "your card number; from its hash and last four digits, a dishonest operator could guess it",
  "your private key, PIN, fingerprint, or face",
  "the receipt as you opened it",
];
