import { Callout } from "#components/ui/callout.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { LongCode } from "#components/ui/long-code.tsx";
import type { SignatureReading } from "./check-signature.ts";

type SignatureVerdictProps = {
  reading: SignatureReading;
  /** What was signed, in a sentence. */
  what: "receipt" | "body";
};

/** Whether the merchant signed it, with which key, and for what. */
export function SignatureVerdict({ reading, what }: SignatureVerdictProps) {
  return (
    <div className="space-y-5">
      <div role="status">
        <Verdict reading={reading} what={what} />
      </div>
      {reading.state === "valid" ? <Proven reading={reading} /> : null}
    </div>
  );
}

function Verdict({ reading, what }: SignatureVerdictProps) {
  switch (reading.state) {
    case "empty":
      return <Callout title="There is no receipt yet">Paste one, or sign an example.</Callout>;
    case "unsigned":
      return (
        <Callout title={`This ${what} is not signed`}>
          {what === "receipt"
            ? "It has no merchantSignature."
            : "There is no X-Merchant-Signature."}
        </Callout>
      );
    case "unreadable":
      return (
        <Callout
          tone="warning"
          title={
            reading.field === "receipt"
              ? "The receipt cannot be read"
              : "The public key cannot be read"
          }
        />
      );
    case "failed":
      return (
        <Callout tone="warning" title={`The signature is wrong: ${reading.failure.reason}`}>
          <p>{reading.failure.message}</p>
          <p className="text-muted">{reading.failure.advice}</p>
        </Callout>
      );
    case "valid":
      return reading.differs.length === 0 ? (
        <Callout tone="good" title={`The holder of this key signed the ${what}`}>
          <p className="text-muted">
            Compare the thumbprint with the merchant’s to know whose key it is.
          </p>
        </Callout>
      ) : (
        <Callout tone="warning" title="The receipt is not what was signed">
          <p>
            The signature is valid, but these fields differ from the signed bytes:{" "}
            <code className="font-mono text-xs font-medium">{reading.differs.join(", ")}</code>
          </p>
        </Callout>
      );
  }
}

function Proven({ reading }: { reading: Extract<SignatureReading, { state: "valid" }> }) {
  const { thumbprint, binding, madeUp } = reading;
  return (
    <>
      <KeyValues
        rows={[
          { name: "Thumbprint", value: <LongCode>{thumbprint}</LongCode> },
          ...(madeUp.length > 0
            ? [{ name: "Filled in by the service", value: madeUp.join(", ") }]
            : []),
        ]}
      />
      {binding === undefined ? (
        <p className="text-sm text-muted">
          The signature does not say what it is for, so it holds for any request with these bytes.
        </p>
      ) : (
        <CodeBlock label="What it is for" code={JSON.stringify(binding, null, 2)} />
      )}
    </>
  );
}
