"use client";

import { FilePen, Plus } from "lucide-react";
import { useId, useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState, SkeletonRows } from "#components/ui/states.tsx";
import { SignatureRequirement } from "./signature-requirement.tsx";
import { SigningKeyTable } from "./signing-key-table.tsx";
import { useSigningKeys } from "./use-signing-keys.ts";

/** For organizations that make payments: the keys they sign receipts with. */
export function SigningKeyPanel() {
  const { environment } = useEnvironment();
  const [adding, setAdding] = useState(false);
  const noticeId = useId();
  const mayAdd = useMay("developer");
  const add = (
    <Button
      look="secondary"
      icon={Plus}
      disabled={!mayAdd}
      aria-describedby={mayAdd ? undefined : noticeId}
      onClick={() => setAdding(true)}
    >
      Add a key
    </Button>
  );
  return (
    <Panel
      title="Signing keys"
      description={`For ${environment} only: public keys that verify your signature on a payment. The wallet then shows the cardholder whether it has seen your key before. A till that seals receipts itself also signs inside each envelope. To rotate, add the new key, sign with it, and retire the old one.`}
      actions={add}
      flush
    >
      <div className="empty:hidden p-4 md:px-5">
        <RoleNotice id={noticeId}>Adding, retiring, and requiring signing keys</RoleNotice>
      </div>
      <SigningKeys noticeId={noticeId} />
      {adding ? <AddSigningKeyDialog onClose={() => setAdding(false)} /> : null}
    </Panel>
  );
}

function SigningKeys({ noticeId }: { noticeId: string }) {
  return (
    <Loaded query={useSigningKeys()} subject="the signing keys" rows={2}>
      {(data) => (
        <>
          {data.signingKeys.length === 0 ? (
            <EmptyState icon={FilePen} title="No signing keys yet">
              Keep the private key, add the public one, and prove that the pair is yours by signing
              a challenge.
            </EmptyState>
          ) : (
            <SigningKeyTable {...data} noticeId={noticeId} />
          )}
          <SignatureRequirement required={data.required} noticeId={noticeId} />
        </>
      )}
    </Loaded>
  );
}

/** Open while it is rendered. */
function AddSigningKeyDialog({ onClose }: { onClose: () => void }) {
  return (
    <LazyDialog
      open
      onOpenChange={onClose}
      title="Add a signing key"
      description="The public half of a pair for ES256 (P-256) or EdDSA (Ed25519)."
    >
      <SigningKeyForm onDone={onClose} />
    </LazyDialog>
  );
}

// Most visits add nothing, so the form is loaded on demand.
const SigningKeyForm = loadedLater(
  async () => (await import("./signing-key-form.tsx")).SigningKeyForm,
  { waiting: <SkeletonRows label="Loading the form" rows={5} bare /> },
);
