"use client";

import { useEnvironment } from "#components/console/environment.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useCursorPages } from "#components/ui/use-cursor-pages.ts";
import { useDraft } from "#components/ui/use-draft.ts";
import { useFilters } from "#components/ui/use-filters.ts";
import { readFieldErrors } from "#lib/client/field-errors.ts";
import { CardholdersTable } from "./cardholders-table.tsx";
import { useCardholders } from "./use-cardholders.ts";

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
        description="Everybody whose device has registered a key. Who they are is known to you; here they are an id and a key, never a card."
      />
      <div className="border border-line bg-slip">
        <search aria-label="Cardholders" className="block border-b border-line px-4 py-3 md:px-5">
          <div className="md:max-w-md">
            <TextField
              label="Beginning of a user id or key id"
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
