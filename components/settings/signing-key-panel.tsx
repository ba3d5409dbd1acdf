"use client";

import { FilePen, Plus } from "lucide-react";
import { useId, useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { AddSigningKeyDialog } from "./add-signing-key-dialog.tsx";
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
      description={`Of ${environment} alone: public keys whose signature on a receipt proves that it is yours. Payments that carry a signature are refused for now, until the service verifies them: keys added here wait for that.`}
      actions={add}
      flush
    >
      <div className="empty:hidden px-4 pt-4 md:px-5">
        <RoleNotice id={noticeId}>Adding and removing signing keys</RoleNotice>
      </div>
      <SigningKeys noticeId={noticeId} />
      {adding ? <AddSigningKeyDialog onClose={() => setAdding(false)} /> : null}
    </Panel>
  );
}

function SigningKeys({ noticeId }: { noticeId: string }) {
  const { data: signingKeys, error, isPending, isFetching, refetch } = useSigningKeys();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the signing keys" rows={2} />;
  if (signingKeys.length === 0) {
    return (
      <EmptyState icon={FilePen} title="No signing key yet">
        Make a pair with your own tools, keep the private key, and add the public one.
      </EmptyState>
    );
  }
  return <SigningKeyTable signingKeys={signingKeys} noticeId={noticeId} />;
}
