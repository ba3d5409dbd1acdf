"use client";

import { Bookmark, BookmarkPlus, Columns3, Trash2 } from "lucide-react";
import { useState } from "react";
import type { TableView } from "#components/console/read-view.ts";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuEntry } from "#components/ui/menu-entry.ts";
import type { Column } from "#components/ui/table.tsx";
import { allPaymentColumns } from "./payment-columns.tsx";
import { type PaymentFilterTexts, paymentFilters } from "./payment-filters.ts";
import type { ListedPayment } from "./use-payments.ts";

const NameDialog = loadedLater(
  async () => (await import("./view-name-dialog.tsx")).ViewNameDialog,
  { place: "over" },
);

/** The columns that are hidden until they are chosen. */
export const hiddenAtFirst = ["gateway"];

/** The visible columns; the first names the row and is always visible. */
export function shownColumns({ hidden }: TableView): Column<ListedPayment>[] {
  return allPaymentColumns.filter(({ id }, index) => index === 0 || !hidden.includes(id));
}

type ChangeView = (changes: Partial<TableView>) => void;

export function ColumnsMenu({ view, onChange }: { view: TableView; onChange: ChangeView }) {
  const { hidden } = view;
  const choices = allPaymentColumns.slice(1).filter(({ phone }) => phone !== "only");
  return (
    <div className="max-md:hidden">
      <Menu
        trigger={
          <Button look="ghost" size="small" icon={Columns3}>
            Columns
          </Button>
        }
        entries={choices.map(({ id, title }) => ({
          kind: "toggle",
          label: title,
          checked: !hidden.includes(id),
          onChange: (checked) =>
            onChange({
              hidden: checked ? hidden.filter((one) => one !== id) : [...hidden, id],
            }),
        }))}
      />
    </div>
  );
}

type ViewsMenuProps = {
  view: TableView;
  onChange: ChangeView;
  filters: PaymentFilterTexts;
  onFilters: (filters: PaymentFilterTexts) => void;
};

/** Filters under names of the member's choice. */
export function ViewsMenu({ view: { views }, onChange, filters, onFilters }: ViewsMenuProps) {
  const [naming, setNaming] = useState(false);
  const query = writeFilters(filters);
  const current = views.find((one) => one.query === query);
  const entries: MenuEntry[] = [
    { kind: "heading", label: views.length === 0 ? "No saved views yet" : "Saved views" },
    ...views.map(
      (one): MenuEntry => ({
        kind: "item",
        label: one.name,
        icon: Bookmark,
        onSelect: () => onFilters(readFilters(one.query)),
      }),
    ),
    { kind: "line" },
    current === undefined
      ? {
          kind: "item",
          label: "Save this view…",
          icon: BookmarkPlus,
          disabled: query === "",
          onSelect: () => setNaming(true),
        }
      : {
          kind: "item",
          label: `Delete “${current.name}”`,
          icon: Trash2,
          danger: true,
          onSelect: () => onChange({ views: views.filter((one) => one !== current) }),
        },
  ];
  return (
    <>
      <Menu
        trigger={
          <Button look="ghost" size="small" icon={Bookmark}>
            {current?.name ?? "Views"}
          </Button>
        }
        entries={entries}
      />
      {naming ? (
        <NameDialog
          taken={views.map(({ name }) => name)}
          onName={(name) => {
            onChange({ views: [...views, { name, query }] });
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}

function writeFilters(filters: PaymentFilterTexts): string {
  const set = paymentFilters.names
    .map((name) => [name, filters[name].trim()])
    .filter(([, text]) => text !== "");
  return new URLSearchParams(set).toString();
}

function readFilters(query: string): PaymentFilterTexts {
  const params = new URLSearchParams(query);
  const texts = paymentFilters.names.map((name) => [name, params.get(name) ?? ""] as const);
  return { ...paymentFilters.none, ...Object.fromEntries(texts) };
}
