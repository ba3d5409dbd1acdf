"use client";

import { SearchX, Users } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { ExportButton } from "#components/console/export-button.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { useDraft } from "#components/ui/draft-field.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pager, useCursorPages } from "#components/ui/pager.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { ClippedId, type Column, Table } from "#components/ui/table.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { Time } from "#components/ui/time.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { readFieldErrors } from "#lib/browser/describe-error.ts";
import { downloadCsv } from "#lib/browser/download-csv.ts";
import { ReceiptCount } from "./cardholder-stats.tsx";
import { KeyFingerprint } from "./key-fingerprint.tsx";
import { type ListedCardholder, useCardholders } from "./use-cardholders.ts";

export function CardholdersScreen() {
  const { environment } = useEnvironment();
  const { filters, setFilters } = useFilters(["search"]);
  const search = filters.search.trim() || undefined;
  const { cursor, pager } = useCursorPages(JSON.stringify([environment, search]));
  const page = useCardholders({ search, cursor });
  const { text, type, settle } = useDraft(filters.search, (next) => setFilters({ search: next }));
  const refused = readFieldErrors(page.error).find(({ path }) => path === "search");
  return (
    <>
      <PageHeader
        title="Cardholders"
        description="Everyone whose device has registered a key. Only you know who they are; here they are an id and a key, never a card."
        actions={
          <ExportButton
            download={() =>
              downloadCsv("GET /api/console/cardholders/export", { environment, query: { search } })
            }
          />
        }
      />
      <div className="border border-line bg-slip">
        <search aria-label="Cardholders" className="block border-b border-line px-4 py-3 md:px-5">
          <div className="md:max-w-md">
            <TextField
              label="Start of a user id or key id"
              type="search"
              placeholder="usr_… or key_…"
              mono
              maxLength={128}
              autoComplete="off"
              spellCheck={false}
              error={refused?.reason}
              value={text}
              onChange={({ target }) => type(target.value)}
              onBlur={settle}
              onKeyDown={({ key }) => (key === "Enter" ? settle() : undefined)}
            />
          </div>
        </search>
        <CardholdersTable
          page={page}
          pager={pager(page.data?.nextCursor)}
          search={search}
          onClear={() => setFilters({ search: "" })}
        />
      </div>
    </>
  );
}

type CardholdersTableProps = {
  page: ReturnType<typeof useCardholders>;
  pager: ReturnType<ReturnType<typeof useCursorPages>["pager"]>;
  search: string | undefined;
  onClear: () => void;
};

function CardholdersTable({ page, pager, search, onClear }: CardholdersTableProps) {
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
        title="No matching cardholders"
        action={
          <Button look="secondary" onClick={onClear}>
            Clear search
          </Button>
        }
      >
        No user id and no key id in use starts with{" "}
        <span className="font-mono wrap-anywhere text-ink">{search}</span>. Case matters.
      </EmptyState>
    );
  }
  if (data.cardholders.length === 0) {
    return (
      <EmptyState
        icon={Users}
        title="No cardholders yet"
        action={
          <>
            <ButtonLink href={`${base}/quickstart`}>Register a cardholder</ButtonLink>
            <ButtonLink look="secondary" href="/wallet?demo">
              Open the demo wallet
            </ButtonLink>
          </>
        }
      >
        A cardholder appears when a device registers the hash of a card with a public key, through{" "}
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

const cardholderColumns: Column<ListedCardholder>[] = [
  {
    id: "user",
    title: "User id",
    cell: ({ userId }) => <span className="font-mono text-xs wrap-anywhere">{userId}</span>,
  },
  {
    id: "key",
    title: "Key id",
    phone: "hidden",
    cell: ({ keyId }) => <ClippedId text={keyId} />,
  },
  {
    id: "fingerprint",
    title: "Fingerprint",
    phone: "hidden",
    cell: ({ fingerprint }) => <KeyFingerprint words={fingerprint} />,
  },
  {
    id: "receipts",
    title: "Receipts",
    numeric: true,
    cell: (cardholder) => <ReceiptCount {...cardholder} />,
  },
  {
    id: "opened",
    title: "Last opened",
    numeric: true,
    cell: ({ lastOpenedAt }) =>
      lastOpenedAt === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <Time at={lastOpenedAt} />
      ),
  },
  {
    id: "registered",
    title: "Registered",
    numeric: true,
    cell: ({ registeredAt }) => <Time at={registeredAt} />,
  },
];
