"use client";

import { Plus, Undo2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState, SkeletonRows } from "#components/ui/states.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { formatMoney } from "#lib/core/money.ts";
import { type ShownLimit, useChangeRefundLimit, useRefundLimits } from "./use-refund-limits.ts";

/** How much of a payment support members may refund. Owners change it, others read it. */
export function RefundLimitsPanel() {
  const mayChange = useMay("owner");
  const query = useRefundLimits();
  const [editing, setEditing] = useState<{ limit?: ShownLimit }>();
  const add = (
    <Button look="secondary" size="small" icon={Plus} onClick={() => setEditing({})}>
      Set a limit
    </Button>
  );
  const columns = mayChange ? [...shown, actionColumn((limit) => setEditing({ limit }))] : shown;
  return (
    <Panel
      title="Refunds by support members"
      description="How much of one payment support members can refund, all of its refunds together. In a currency without a limit, only developers and owners refund."
      flush
      actions={mayChange && query.data?.limits.length ? add : undefined}
    >
      <Loaded query={query} subject="the limits" rows={2}>
        {({ limits }) =>
          limits.length === 0 ? (
            <EmptyState icon={Undo2} title="No limit is set" action={mayChange ? add : undefined}>
              Support members cannot refund until an owner sets a limit.
            </EmptyState>
          ) : (
            <Table
              label="Refund limits"
              columns={columns}
              rows={limits}
              rowKey={({ currency }) => currency}
            />
          )
        }
      </Loaded>
      <LazyDialog
        open={editing !== undefined}
        onOpenChange={() => setEditing(undefined)}
        title={editing?.limit ? "Change the limit" : "Set a limit"}
        description="It holds for refunds from now on, in every environment."
      >
        <RefundLimitForm limit={editing?.limit} onDone={() => setEditing(undefined)} />
      </LazyDialog>
    </Panel>
  );
}

// Most visits change no limit.
const RefundLimitForm = loadedLater(
  async () => (await import("./refund-limit-form.tsx")).RefundLimitForm,
  { waiting: <SkeletonRows label="Loading the form" rows={2} bare /> },
);

const shown: Column<ShownLimit>[] = [
  {
    id: "currency",
    stored: "refund_limit.currency",
    title: "Currency",
    cell: ({ currency }) => currency.toUpperCase(),
  },
  {
    id: "limit",
    stored: "refund_limit.amount",
    title: "Limit for each payment",
    numeric: true,
    phone: "end",
    cell: (limit) => formatMoney(limit, "en-US"),
  },
];

function actionColumn(onEdit: (limit: ShownLimit) => void): Column<ShownLimit> {
  return {
    id: "actions",
    title: "Actions",
    numeric: true,
    phone: "plain",
    cell: (limit) => <LimitActions limit={limit} onEdit={onEdit} />,
  };
}

type LimitActionsProps = { limit: ShownLimit; onEdit: (limit: ShownLimit) => void };

function LimitActions({ limit, onEdit }: LimitActionsProps) {
  const change = useChangeRefundLimit();
  const code = limit.currency.toUpperCase();
  function remove() {
    change.mutate(
      { currency: limit.currency, amount: null },
      {
        onSuccess: () => toast.success(`Support members no longer refund in ${code}`),
        onError: (error) =>
          toast.error("The limit was not removed", { description: describeError(error) }),
      },
    );
  }
  return (
    <div className="flex gap-1 max-md:-ml-2.5 md:-mr-2.5 md:justify-end">
      <Button
        look="ghost"
        size="small"
        aria-label={`Change the limit in ${code}`}
        onClick={() => onEdit(limit)}
      >
        Change
      </Button>
      <Button
        look="ghost"
        size="small"
        className="text-alarm"
        aria-label={`Remove the limit in ${code}`}
        pending={change.isPending}
        onClick={remove}
      >
        Remove
      </Button>
    </div>
  );
}
