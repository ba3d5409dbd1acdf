import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { TextAreaField } from "#components/ui/text-field.tsx";
import { checkReceipt, checkRequest, type SignedRequest } from "./check-signature.ts";
import { signExampleReceipt, signExampleRequest } from "./sign-example.ts";
import { SignatureVerdict } from "./signature-verdict.tsx";
import { useExample } from "./use-example.ts";
import { useReading } from "./use-reading.ts";

const kinds = [
  { value: "receipt", label: "In a receipt" },
  { value: "request", label: "Of a request" },
] as const;

/** A merchant's signature: in an opened receipt, or of a request to the API. */
export function SignatureTool() {
  const [kind, setKind] = useState<(typeof kinds)[number]["value"]>("receipt");
  const [receipt, setReceipt] = useExample(signExampleReceipt);
  const [request, setRequest] = useExample(signExampleRequest);
  const renew = async () => {
    if (kind === "receipt") setReceipt(await signExampleReceipt());
    else setRequest(await signExampleRequest());
  };
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label="Where the signature is"
          options={kinds}
          value={kind}
          onChange={setKind}
        />
        <Button look="secondary" size="small" icon={RotateCcw} onClick={() => void renew()}>
          Sign a new example
        </Button>
      </div>
      {receipt === undefined || !request ? (
        <SkeletonRows label="Signing an example" rows={6} />
      ) : kind === "receipt" ? (
        <ReceiptCheck receipt={receipt} onChange={setReceipt} />
      ) : (
        <RequestCheck request={request} onChange={setRequest} />
      )}
    </div>
  );
}

type ReceiptCheckProps = { receipt: string; onChange: (receipt: string) => void };

function ReceiptCheck({ receipt, onChange }: ReceiptCheckProps) {
  const reading = useReading(checkReceipt, receipt);
  return (
    <Columns verdict={reading ? <SignatureVerdict reading={reading} what="receipt" /> : null}>
      <TextAreaField
        label="Opened receipt"
        mono
        rows={26}
        spellCheck={false}
        autoComplete="off"
        hint="The JSON from an envelope, with its merchantSignature. Change a price to see what happens."
        value={receipt}
        error={reading?.state === "unreadable" ? reading.reason : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </Columns>
  );
}

type RequestCheckProps = { request: SignedRequest; onChange: (request: SignedRequest) => void };

function RequestCheck({ request, onChange }: RequestCheckProps) {
  const reading = useReading(checkRequest, request);
  const area = (name: keyof SignedRequest) => ({
    mono: true,
    spellCheck: false,
    autoComplete: "off",
    value: request[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...request, [name]: target.value }),
  });
  return (
    <Columns verdict={reading ? <SignatureVerdict reading={reading} what="body" /> : null}>
      <TextAreaField
        {...area("body")}
        label="Body"
        rows={9}
        hint="Byte for byte as it was sent. Parsing the JSON and writing it again breaks the signature."
      />
      <TextAreaField {...area("signature")} label="X-Merchant-Signature" rows={6} />
      <TextAreaField
        {...area("publicKey")}
        label="Public key"
        rows={5}
        hint="The merchant’s, as PEM or as JWK."
        error={reading?.state === "unreadable" ? reading.reason : undefined}
      />
    </Columns>
  );
}

function Columns({ verdict, children }: { verdict: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-6 xl:grid-cols-2">
      <div className="space-y-4">{children}</div>
      <div className="min-w-0">{verdict}</div>
    </div>
  );
}
