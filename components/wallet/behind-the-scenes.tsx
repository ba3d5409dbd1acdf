"use client";

import { Eye, EyeOff, type LucideIcon } from "lucide-react";
import { SceneSteps } from "./scene-steps.tsx";
import { useWallet } from "./wallet-state.ts";

/** The real calls of this session, and what the service sees and keeps of them. */
export function BehindTheScenes({ titled = true }: { titled?: boolean }) {
  const { scenes } = useWallet();
  return (
    <div className="space-y-8">
      {titled ? <h2 className="text-2xl font-medium tracking-tight">Behind the scenes</h2> : null}
      {scenes.length === 0 ? (
        <p className="max-w-[52ch] text-pretty text-muted">
          Add a card or open a receipt: each call for it appears here, with its status and its time,
          and each step this device takes without telling anyone.
        </p>
      ) : (
        <ol className="space-y-7">
          {scenes.map((scene) => (
            <li key={scene.id}>
              <SceneSteps scene={scene} />
            </li>
          ))}
        </ol>
      )}
      <div className="grid gap-6 border-t border-dashed border-line pt-6 sm:grid-cols-2">
        <Sight icon={Eye} title="The service sees" things={seen} />
        <Sight icon={EyeOff} title="The service never keeps" things={unseen} />
        <p className="text-sm text-pretty text-muted sm:col-span-2">
          It reads a receipt while it seals it. One in escrow it could also open later, until its
          card is added: during that time, the service holds a key to it.
        </p>
      </div>
    </div>
  );
}

type SightProps = { icon: LucideIcon; title: string; things: readonly string[] };

function Sight({ icon: Icon, title, things }: SightProps) {
  return (
    <section>
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <Icon aria-hidden="true" className="size-4" />
        {title}
      </h3>
      <ul className="mt-2 space-y-1 text-sm text-muted">
        {things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </section>
  );
}

const seen = [
  "a hash of the card, of which it keeps a keyed one",
  "your public key and its id",
  "amount, currency, status, time",
  "the merchant’s own reference numbers",
  "refunds, and the payment each belongs to",
  "when you asked for access",
];

const unseen = [
  "the card number",
  "your private key, PIN, or fingerprint",
  "the merchant’s name and address",
  "what was bought",
  "the opened receipt",
];
