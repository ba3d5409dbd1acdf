"use client";

import { useState } from "react";
import { BackLink } from "#components/console/back-link.tsx";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import type { ErasedUser } from "#lib/contract/users.ts";
import { CardholderGrants } from "./cardholder-grants.tsx";
import { CardholderHeading } from "./cardholder-heading.tsx";
import { CardholderReceipts } from "./cardholder-receipts.tsx";
import { CardholderStats } from "./cardholder-stats.tsx";
import { ErasedNote } from "./erased-note.tsx";
import { KeyHistory } from "./key-history.tsx";
import { MissingCardholder } from "./missing-cardholder.tsx";
import { useCardholder } from "./use-cardholder.ts";

export function CardholderScreen({ userId }: { userId: string }) {
  const [erased, setErased] = useState<ErasedUser>();
  const { base } = useCurrentConsole();
  const enabled = erased === undefined;
  const {
    data: cardholder,
    error,
    isPending,
    isFetching,
    refetch,
  } = useCardholder(userId, { enabled });
  const list = `${base}/cardholders`;
  if (erased) return <ErasedNote erased={erased} list={list} />;
  if (error) {
    return (
      <>
        <BackLink href={list}>Cardholders</BackLink>
        <PageHeader title="Cardholder" />
        <div className="border border-line bg-slip">
          {error instanceof ApiError && error.code === "not_found" ? (
            <MissingCardholder list={list} />
          ) : (
            <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />
          )}
        </div>
      </>
    );
  }
  if (isPending) {
    return (
      <>
        <BackLink href={list}>Cardholders</BackLink>
        <PageHeader title="Cardholder" />
        <div className="border border-line bg-slip">
          <SkeletonRows label="Loading the cardholder" rows={8} />
        </div>
      </>
    );
  }
  return (
    <>
      <BackLink href={list}>Cardholders</BackLink>
      <CardholderHeading cardholder={cardholder} onErased={setErased} />
      <CardholderStats cardholder={cardholder} />
      <KeyHistory keys={cardholder.keys} />
      <CardholderReceipts userId={userId} />
      <CardholderGrants userId={userId} />
    </>
  );
}
