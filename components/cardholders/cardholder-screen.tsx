"use client";

import { UserRoundX } from "lucide-react";
import { useState } from "react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { BackLink } from "#components/console/navigation.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { failureOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { CardholderGrants } from "./cardholder-grants.tsx";
import { CardholderHeading } from "./cardholder-heading.tsx";
import { CardholderIdentifiers } from "./cardholder-identifiers.tsx";
import { CardholderReceipts } from "./cardholder-receipts.tsx";
import { CardholderStats } from "./cardholder-stats.tsx";
import { ErasedNote } from "./erase-cardholder.tsx";
import { KeyHistory } from "./key-history.tsx";
import { type ErasedCardholder, useCardholder } from "./use-cardholders.ts";

export function CardholderScreen({ userId }: { userId: string }) {
  const [erased, setErased] = useState<ErasedCardholder>();
  const { base } = useCurrentConsole();
  const enabled = erased === undefined;
  const query = useCardholder(userId, { enabled });
  const { data: cardholder, isFetching, refetch } = query;
  const failure = failureOf(query);
  const list = `${base}/cardholders`;
  if (erased) return <ErasedNote erased={erased} list={list} />;
  if (failure) {
    return (
      <>
        <BackLink href={list}>Cardholders</BackLink>
        <PageHeader title="Cardholder" />
        <div className="border border-line bg-slip">
          {failure instanceof ApiError && failure.code === "not_found" ? (
            <MissingCardholder list={list} />
          ) : (
            <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />
          )}
        </div>
      </>
    );
  }
  if (!cardholder) {
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
      <CardholderIdentifiers userId={userId} />
      <KeyHistory userId={userId} keys={cardholder.keys} />
      <CardholderReceipts userId={userId} />
      <CardholderGrants userId={userId} />
    </>
  );
}

/** For a link to a cardholder of another environment, to an erased one, or to one that does not exist. */
function MissingCardholder({ list }: { list: string }) {
  return (
    <EmptyState
      icon={UserRoundX}
      title="No such cardholder in this environment"
      action={
        <ButtonLink look="secondary" href={list}>
          Go to cardholders
        </ButtonLink>
      }
    >
      An erased cardholder is gone for good. If someone sent you this link, switch to their
      environment.
    </EmptyState>
  );
}
