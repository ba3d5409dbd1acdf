"use client";

import { Fragment } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { TestValue } from "#lib/gateways/contract-form.ts";
import { builtInProvider } from "#lib/gateways/contract-providers.ts";

/** Test values for outcomes other than success, for environments without real money. */
export function TestValues() {
  const { environment } = useEnvironment();
  if (environment === "production") return null;
  return (
    <Panel
      title="Sandbox test values"
      description="The sandbox approves every payment, unless one of these asks for something else."
      flush
    >
      <Table
        label="Sandbox test values"
        columns={columns}
        rows={builtInProvider.testValues ?? []}
        rowKey={({ value }) => value}
      />
    </Panel>
  );
}

/** A name that breaks after an underscore or before a capital: `pm_card_`, `charge`, `Declined`. */
function Parts({ name }: { name: string }) {
  return name.split(/(?<=[_:-])|(?=[A-Z])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));
}

const columns: Column<TestValue>[] = [
  {
    id: "value",
    title: "Value",
    cell: ({ value }) => (
      <span className="flex items-center gap-1">
        <code className="min-w-0 font-mono text-xs wrap-anywhere">
          <Parts name={value} />
        </code>
        <CopyButton text={value} label={value} />
      </span>
    ),
  },
  {
    id: "field",
    title: "Field",
    phone: "end",
    cell: ({ field }) => <code className="font-mono text-xs">{field}</code>,
  },
  { id: "answer", title: "Answer", phone: "plain", cell: ({ description }) => description },
];
