import { SkeletonRows } from "#components/ui/states.tsx";
import type { KeyKind } from "#lib/crypto/recipient-key.ts";
import { exampleReceipt } from "./example-receipt.ts";
import { KeyPanel } from "./key-panel.tsx";
import { OpenPanel } from "./open-panel.tsx";
import { openPasted, type Pasted } from "./open-pasted.ts";
import { PartsPanel } from "./parts-panel.tsx";
import { createPrivateKey, readKeys } from "./read-keys.ts";
import { PLAYGROUND_PAYMENT, sealPasted } from "./seal-example.ts";
import { SealPanel } from "./seal-panel.tsx";
import { useExample } from "./use-example.ts";
import { useReading } from "./use-reading.ts";

type Bench = {
  /** JSON of a receipt, to be sealed. */
  receipt: string;
  pasted: Pasted;
};

/** A key, an envelope for it, and what comes out. */
export function EnvelopeTool() {
  const [bench, setBench] = useExample(makeBench);
  return bench ? <Workbench bench={bench} onChange={setBench} /> : <Waiting />;
}

async function makeBench(): Promise<Bench> {
  const receipt = JSON.stringify(exampleReceipt, null, 2);
  const pasted = { privateKey: "", paymentId: PLAYGROUND_PAYMENT, envelope: "" };
  return await renewKey({ receipt, pasted }, "P-256");
}

/** With a fresh key, and the receipt sealed to it. */
async function renewKey({ receipt, pasted }: Bench, kind: KeyKind): Promise<Bench> {
  const privateKey = await createPrivateKey(kind);
  const { paymentId } = pasted;
  const sealing = await sealPasted(receipt, { ...(await readKeys(privateKey)), paymentId });
  const envelope = sealing.state === "sealed" ? sealing.envelope : pasted.envelope;
  return { receipt, pasted: { ...pasted, privateKey, envelope } };
}

type WorkbenchProps = { bench: Bench; onChange: (bench: Bench) => void };

function Workbench({ bench, onChange }: WorkbenchProps) {
  const { receipt, pasted } = bench;
  const reading = useReading(openPasted, pasted);
  if (!reading) return <Waiting />;
  const { key, opening } = reading;
  const change = (changed: Partial<Pasted>) =>
    onChange({ receipt, pasted: { ...pasted, ...changed } });
  return (
    <div className="space-y-6">
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <KeyPanel
          privateKey={pasted.privateKey}
          reading={key}
          onChange={(privateKey) => change({ privateKey })}
          onRenew={async (kind) => onChange(await renewKey(bench, kind))}
        />
        <SealPanel
          receipt={receipt}
          reading={key}
          paymentId={pasted.paymentId}
          onChange={(text) => onChange({ receipt: text, pasted })}
          onSealed={(envelope) => change({ envelope })}
        />
      </div>
      <OpenPanel pasted={pasted} opening={opening} onChange={change} />
      {"found" in opening ? (
        <PartsPanel
          opening={opening}
          envelope={opening.found.envelope}
          onChange={(envelope) => change({ envelope })}
        />
      ) : null}
    </div>
  );
}

function Waiting() {
  return <SkeletonRows label="Making a key" rows={8} />;
}
