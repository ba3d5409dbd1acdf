import { SearchX, Users } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { Button } from "#components/ui/button.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import type { useCursorPages } from "#components/ui/use-cursor-pages.ts";
import { cardholderColumns } from "./cardholder-columns.tsx";
import type { useCardholders } from "./use-cardholders.ts";

type CardholdersTableProps = {
  page: ReturnType<typeof useCardholders>;
  pager: ReturnType<ReturnType<typeof useCursorPages>["pager"]>;
  search: string | undefined;
  onClear: () => void;
};

export function CardholdersTable({ page, pager, search, onClear }: CardholdersTableProps) {
  const { base } = useCurrentConsole();
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = page;
  if (error) {
    return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  }
  if (isPending) return <SkeletonRows label="Loading the cardholders" rows={10} />;
  if (data.cardholders.length === 0 && search !== undefined) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nobody begins like that"
        action={
          <Button look="secondary" onClick={onClear}>
            Clear the search
          </Button>
        }
      >
        Neither a user id nor a key id that is used now begins with{" "}
        <span className="font-mono wrap-anywhere text-ink">{search}</span>. Capitals count.
      </EmptyState>
    );
  }
  if (data.cardholders.length === 0) {
    return (
      <EmptyState
        icon={Users}
        title="No cardholder yet"
        action={
          <>
            <ButtonLink href={`${base}/quickstart`}>Register the first one</ButtonLink>
            <ButtonLink look="secondary" href="/wallet?demo">
              Open the demo wallet
            </ButtonLink>
          </>
        }
      >
        A cardholder appears when a device registers the hash of a card with a public key, by{" "}
        <code className="font-mono text-xs">POST /api/v1/onboarding/register</code>. The demo wallet
        shows how that looks to a cardholder.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label="Cardholders"
        columns={cardholderColumns}
        rows={data.cardholders}
        rowKey={({ userId }) => userId}
        href={({ userId }) => `${base}/cardholders/${encodeURIComponent(userId)}`}
        stale={isPlaceholderData}
      />
      <Pager label="Pages of cardholders" {...pager} busy={isPlaceholderData} />
    </>
  );
}
