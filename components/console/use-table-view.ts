import { useState } from "react";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";
import { useEnvironment } from "./environment.tsx";
import { readView, type TableView } from "./read-view.ts";
import { useSession } from "./session.tsx";

/**
 * How a person wants to see a table: kept in this browser, for each organization and environment. `hidden` are the
 * ids of the columns that are hidden until something else is kept.
 */
export function useTableView(
  table: string,
  hidden: readonly string[] = [],
): [TableView, (changes: Partial<TableView>) => void] {
  const { organization } = useSession();
  const { environment } = useEnvironment();
  const key = `sealslip.table.${table}.${organization.id}.${environment}`;
  const [kept, setKept] = useState(() => readKept(key, hidden));
  const current = kept.key === key ? kept : readKept(key, hidden);
  // During rendering, not after: one environment's views must not be shown in another.
  if (current !== kept) setKept(current);

  function change(changes: Partial<TableView>) {
    const view = { ...current.view, ...changes };
    writeSiteData("localStorage", key, JSON.stringify(view));
    setKept({ key, view });
  }
  return [current.view, change];
}

function readKept(key: string, hidden: readonly string[]): { key: string; view: TableView } {
  const text = readSiteData("localStorage", key);
  return { key, view: text === null ? { hidden, views: [] } : readView(text) };
}
