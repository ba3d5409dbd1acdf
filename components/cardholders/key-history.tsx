"use client";

import type { ReactNode } from "react";
import { useMay } from "#components/console/session.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Time, ZoneName } from "#components/ui/time.tsx";
import type { KeyKind } from "#lib/crypto/recipient-key.ts";
import { KeyFingerprint } from "./key-fingerprint.tsx";
import { RetireKey } from "./retire-key.tsx";
import type { ShownCardholder } from "./use-cardholders.ts";

type KeyHistoryProps = Pick<ShownCardholder, "userId" | "keys">;

/** The newest first: receipts stay under the keys that they were sealed to. */
export function KeyHistory({ userId, keys }: KeyHistoryProps) {
  const mayChange = useMay("developer");
  const active = keys.filter(({ retiredAt }) => retiredAt === null);
  return (
    <Panel
      title="Keys"
      description={
        <>
          Each device has a key, and a receipt is sealed to every key in use. The words stand for
          the public key. The cardholder’s device shows its own: if both sides read out the same
          words, it is the same key. Times are <ZoneName />.
        </>
      }
    >
      <ol className="space-y-6">
        {keys.map((key, index) => (
          <KeyHistoryEntry key={key.keyId} cardholderKey={key} isOldest={index === keys.length - 1}>
            {mayChange && key.retiredAt === null && active.length > 1 ? (
              <RetireKey userId={userId} keyId={key.keyId} />
            ) : null}
          </KeyHistoryEntry>
        ))}
      </ol>
    </Panel>
  );
}

type KeyHistoryEntryProps = {
  cardholderKey: ShownCardholder["keys"][number];
  isOldest: boolean;
  /** What can be done with it. */
  children: ReactNode;
};

/** A key on the timeline that joins it to the previous one. */
function KeyHistoryEntry({ cardholderKey, isOldest, children }: KeyHistoryEntryProps) {
  const { keyId, publicKey, fingerprint, createdAt, retiredAt } = cardholderKey;
  const current = retiredAt === null;
  return (
    <li className="relative pl-6">
      {isOldest ? null : (
        <span
          aria-hidden="true"
          className="absolute top-4 -bottom-7 left-[5px] border-l border-dashed border-edge"
        />
      )}
      <span
        aria-hidden="true"
        className={`absolute top-1.5 left-0 size-[11px] rounded-full border-2 ${current ? "border-pine bg-pine" : "border-edge bg-slip"}`}
      />
      <p className="text-sm">
        <strong className={current ? "font-medium text-pine" : "font-medium"}>
          {current ? "In use" : "Retired"}
        </strong>{" "}
        <span className="text-muted">
          {kindOf(publicKey)}, {current ? "since " : "used from "}
          <Time at={createdAt} as="listed" />
          {retiredAt === null ? null : (
            <>
              {" "}
              to <Time at={retiredAt} as="listed" />
            </>
          )}
        </span>
      </p>
      <div data-stored="cardholder_key.public_key" className="mt-3">
        <KeyFingerprint words={fingerprint} large />
      </div>
      <p className="mt-2 flex items-center gap-1 text-muted">
        <code
          data-stored="cardholder_key.key_id"
          className="min-w-0 font-mono text-xs wrap-anywhere"
        >
          {keyId}
        </code>
        <CopyButton text={keyId} label={current ? "key id" : "key id of a retired key"} />
      </p>
      <details className="mt-1 text-sm">
        <summary className="inline-block min-h-11 cursor-pointer py-2.5 text-pine underline underline-offset-4 md:min-h-9 md:py-1.5">
          Public key
        </summary>
        <div data-stored="cardholder_key.public_key" className="mt-1 max-w-xl">
          <CodeBlock label="PEM" code={publicKey} />
        </div>
      </details>
      {children}
    </li>
  );
}

/** The PEM of the two kinds has about 180 and 450 characters; their parser would weigh more than this page. */
function kindOf(publicKey: string): KeyKind {
  return publicKey.length < 300 ? "P-256" : "RSA-2048";
}
