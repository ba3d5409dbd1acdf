import { Callout } from "#components/ui/callout.tsx";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { SignatureCheck } from "#lib/wallet/check-signature.ts";
import { useSignature } from "./use-signature.ts";

type SignatureNoteProps = { paymentId: string; receipt: OpenedReceipt };

/** Whether the merchant signed what the receipt says; nothing where it carries no signature. */
export function SignatureNote({ paymentId, receipt }: SignatureNoteProps) {
  const check = useSignature(paymentId, receipt);
  if (!check) return null;
  if (check.state === "valid") return <Signed check={check} name={receipt.merchantName} />;
  if (check.state === "unsupported") {
    return (
      <Callout tone="warning" title="This browser cannot check the signature">
        <p>The receipt is signed with Ed25519, which this browser lacks. Update it to check.</p>
      </Callout>
    );
  }
  return (
    <Callout tone="alarm" title="The signature does not match">
      <p>
        This receipt carries a merchant’s signature, but the merchant did not sign what it says. Do
        not rely on it.
      </p>
    </Callout>
  );
}

type SignedProps = { check: Extract<SignatureCheck, { state: "valid" }>; name: string };

function Signed({ check: { thumbprint, madeUp }, name }: SignedProps) {
  return (
    <Callout tone="good">
      <p className="font-medium">
        Signed by <bdi>{name}</bdi>
      </p>
      <p className="text-muted">
        Checked on this device.
        {madeUp.length > 0 ? ` Not signed, because made up: ${madeUp.join(" and ")}.` : ""}
      </p>
      <p className="text-muted">
        Key fingerprint{" "}
        <code className="block font-mono text-xs text-ink wrap-anywhere">{thumbprint}</code>
      </p>
    </Callout>
  );
}
