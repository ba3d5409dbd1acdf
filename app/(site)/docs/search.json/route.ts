import MiniSearch from "minisearch";
import { listErrorEntries } from "#components/docs/list-error-entries.ts";
import { playgroundEntries } from "#components/playground/tools.ts";
import type { ApiDocument } from "#components/site/api-document.ts";
import { listReferenceEntries } from "#components/site/list-reference-entries.ts";
import { guides } from "#docs/guides/README.md";
import { errorCodes } from "#lib/core/errors.ts";
import { type SearchEntry, searchOptions } from "#lib/docs/contract-search.ts";
import { listSearchEntries } from "#lib/docs/list-search-entries.ts";
import { openApiDocument } from "#lib/service/openapi.ts";

// Written once, when the pages are built.
export const dynamic = "force-static";

/** The index of the search over the documentation. */
export function GET(): Response {
  const index = new MiniSearch<SearchEntry>(searchOptions);
  index.addAll([
    ...[...guides.guides, ...guides.documents].flatMap((guide) =>
      listSearchEntries(guide, `/docs/${guide.name}`),
    ),
    ...guides.guides.flatMap((guide) => listErrorEntries(guide, errorCodes)),
    ...playgroundEntries,
    ...listReferenceEntries(openApiDocument() as ApiDocument),
  ]);
  return Response.json(index);
}
