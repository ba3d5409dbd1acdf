import { Fingerprint, HandHelping, KeyRound, type LucideIcon } from "lucide-react";
import type { ConsentMethod as ConsentMethodName } from "#lib/contract/keys.ts";

/** How the cardholder consented, as the issuer said when it asked. */
export function ConsentMethod({ method }: { method: ConsentMethodName | null }) {
  if (method === null) return <span className="text-muted">Not said</span>;
  const { word, icon: Icon } = looks[method];
  return (
    <span className="whitespace-nowrap">
      <Icon
        aria-hidden="true"
        className="mr-1.5 -mt-[0.15em] inline size-[1.1em] text-muted"
        strokeWidth={1.75}
      />
      {word}
    </span>
  );
}

const looks: Record<ConsentMethodName, { word: string; icon: LucideIcon }> = {
  passkey: { word: "Passkey", icon: Fingerprint },
  pin: { word: "PIN", icon: KeyRound },
  other: { word: "Another way", icon: HandHelping },
};
