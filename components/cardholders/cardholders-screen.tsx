"use client";

import { UserRoundSearch, Users } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { useEnvironment } from "#components/console/environment.tsx";
import { useExportMenu } from "#components/console/use-export-menu.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { useDraft } from "#components/ui/draft-field.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { LongCode } from "#components/ui/long-code.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PagedTable } from "#components/ui/paged-table.tsx";
import { useCursorPages } from "#components/ui/pager.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { ClippedId, type Column } from "#components/ui/table.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { Time } from "#components/ui/time.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { readFieldErrors } from "#lib/browser/describe-error.ts";
import { downloadCsv } from "#lib/browser/download-csv.ts";
import { ReceiptCount } from "./cardholder-stats.tsx";
import { KeyFingerprint } from "./key-fingerprint.tsx";
import { type ListedCardholder, useCardholders } from "./use-cardholders.ts";

// Most visits use the list alone.
const FindCardholder = loadedLater(
  async () => (await import("./find-cardholder.tsx")).FindCardholder,
  { waiting: <SkeletonRows label="Loading the form" rows={3} bare /> },
);

export function CardholdersScreen() {
  const { base } = useCurrentConsole();
  const { environment } = useEnvironment();
  // The palette opens the form by the address.
  const { filters, setFilters } = useFilters(["search", "find"]);
  const setFinding = (isOpen: boolean) => setFilters({ find: isOpen ? "cardholder" : "" });
  const search = filters.search.trim() || undefined;
  const { cursor, pager } = useCursorPages(JSON.stringify([environment, search]));
  const page = useCardholders({ search, cursor });
  const { text, refusal, type, settle } = useDraft(filters.search, (next) =>
    setFilters({ search: next }),
  );
  const menu = useExportMenu({
    download: () =>
      downloadCsv("GET /api/console/cardholders/export", { environment, query: { search } }),
  });
  const refused = readFieldErrors(page.error).find(({ path }) => path === "search");
  return (
    <>
      <PageHeader
        title="Cardholders"
        description="Everyone whose device has registered a key. Only you know who they are; here they are an id and a key, never a card."
        actions={
          <Button look="secondary" icon={UserRoundSearch} onClick={() => setFinding(true)}>
            Find by customer number
          </Button>
        }
        menu={menu}
      />
      <LazyDialog
        open={filters.find === "cardholder"}
        onOpenChange={setFinding}
        title="Find a cardholder"
        description="By your customer number, their card, or a phone number or email address that you added to them."
      >
        <FindCardholder onDone={() => setFinding(false)} />
      </LazyDialog>
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
              error={refusal ?? refused?.reason}
              value={text}
              onChange={({ target }) => type(target.value)}
              onBlur={settle}
              onKeyDown={({ key }) => (key === "Enter" ? settle() : undefined)}
            />
          </div>
        </search>
        <PagedTable
          subject="cardholders"
          label="Cardholders"
          page={page}
          rows={page.data?.cardholders}
          columns={cardholderColumns}
          rowKey={({ userId }) => userId}
          href={({ userId }) => `${base}/cardholders/${encodeURIComponent(userId)}`}
          pager={pager(page.data?.nextCursor)}
          noMatch={
            search === undefined
              ? undefined
              : {
                  title: "No matching cardholders",
                  children: <NothingStartsWith search={search} />,
                  clearLabel: "Clear search",
                  onClear: () => setFilters({ search: "" }),
                }
          }
          empty={{ icon: Users, title: "No cardholders yet", ...firstCardholder(base) }}
        />
      </div>
    </>
  );
}

function NothingStartsWith({ search }: { search: string }) {
  return (
    <>
      No user id or current key id starts with{" "}
      <span className="font-mono wrap-anywhere text-ink">{search}</span>. Case matters.
    </>
  );
}

/** How to register the first one; `base`: of the console. */
function firstCardholder(base: string) {
  return {
    children: (
      <>
        A cardholder appears when a device registers the hash of a card with a public key, through{" "}
        <code className="font-mono text-xs wrap-anywhere">POST /api/v1/onboarding/register</code>.
        The demo wallet shows how that looks to a cardholder.
      </>
    ),
    action: (
      <>
        <ButtonLink href={`${base}/quickstart`}>Register a cardholder</ButtonLink>
        <ButtonLink look="secondary" href="/wallet?demo">
          Open the demo wallet
        </ButtonLink>
      </>
    ),
  };
}

const cardholderColumns: Column<ListedCardholder>[] = [
  {
    id: "user",
    stored: "cardholder.id",
    title: "User id",
    cell: ({ userId }) => <LongCode>{userId}</LongCode>,
  },
  {
    id: "key",
    stored: "cardholder.current_key_id",
    title: "Key id",
    phone: "hidden",
    cell: ({ keyId }) => <ClippedId text={keyId} />,
  },
  {
    id: "fingerprint",
    stored: "cardholder_key.public_key",
    title: "Fingerprint",
    phone: "hidden",
    wide: true,
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
    stored: "access_token.used_at",
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
    stored: "cardholder.registered_at",
    title: "Registered",
    numeric: true,
    cell: ({ registeredAt }) => <Time at={registeredAt} />,
  },
];
