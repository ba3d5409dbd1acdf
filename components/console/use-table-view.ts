import { useState } from "react";
import { useEnvironment } from "./environment.tsx";
import { readView, type TableView } from "./read-view.ts";
import { useSession } from "./session.tsx";

/**
 * How a person wants to see a table: kept in this browser, for each organization and environment.
 */
export function useTableView(table: string): [TableView, (changes: Partial<TableView>) => void] {
  const { organization } = useSession();
  const { environment } = useEnvironment();
  const key = `sealslip.table.${table}.${organization.id}.${environment}`;
  const [kept, setKept] = useState(() => ({ key, view: readView(localStorage.getItem(key)) }));
  const current = kept.key === key ? kept : { key, view: readView(localStorage.getItem(key)) };
  // During rendering, not after: one environment's views must not be shown in another.
  if (current !== kept) setKept(current);

  function change(changes: Partial<TableView>) {
    const view = { ...current.view, ...changes };
    localStorage.setItem(key, JSON.stringify(view));
    setKept({ key, view });
  }
  return [current.view, change];
}
