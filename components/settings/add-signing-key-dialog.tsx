"use client";

import dynamic from "next/dynamic";
import { Dialog } from "#components/ui/dialog.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";

/** Open while it is there. */
export function AddSigningKeyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a signing key"
      description="The public half of a pair for ES256 (P-256) or EdDSA (Ed25519)."
    >
      <SigningKeyForm onDone={onClose} />
    </Dialog>
  );
}

// Most visits add nothing: the form comes when it is asked for.
const SigningKeyForm = dynamic(
  () => import("./signing-key-form.tsx").then((file) => file.SigningKeyForm),
  { loading: () => <SkeletonRows label="Loading the form" rows={5} /> },
);
