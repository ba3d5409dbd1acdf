"use client";

import { Store } from "lucide-react";
import { useId, useState } from "react";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { type Shop, useRemoveShopName, useShopNames } from "./use-shop-names.ts";

const ShopNameDialog = loadedLater(
  async () => (await import("./shop-name-dialog.tsx")).ShopNameDialog,
  { place: "over" },
);

/** What each shop is called on the credit notes of refunds that are made in the console. */
export function ShopNamesPanel() {
  const noticeId = useId();
  const mayChange = useMay("developer");
  const [named, setNamed] = useState<{ shop: Shop | undefined }>();
  const [removed, setRemoved] = useState<Shop>();
  const disabled = { disabled: !mayChange, ...(mayChange ? {} : { "aria-describedby": noticeId }) };
  const add = (
    <Button
      look="secondary"
      size="small"
      {...disabled}
      onClick={() => setNamed({ shop: undefined })}
    >
      Name a shop
    </Button>
  );
  return (
    <Panel
      title="Shop names"
      description="The name on the credit note of a refund that you make here. Receipts are sealed, so the service cannot take it from the sale."
      actions={add}
      flush
    >
      <div className="px-4 empty:hidden md:px-5">
        <RoleNotice id={noticeId}>Naming a shop</RoleNotice>
      </div>
      <Loaded query={useShopNames()} subject="the shop names" rows={2}>
        {(shops) =>
          shops.length === 0 ? (
            <EmptyState icon={Store} title="No shop has a name yet">
              The refund form asks for the name each time until you save it here.
            </EmptyState>
          ) : (
            <Table
              label="Shop names"
              columns={columnsOf({
                disabled,
                onRename: (shop) => setNamed({ shop }),
                onRemove: setRemoved,
              })}
              rows={shops}
              rowKey={({ merchantId }) => merchantId}
            />
          )
        }
      </Loaded>
      {named ? <ShopNameDialog shop={named.shop} onClose={() => setNamed(undefined)} /> : null}
      <RemoveDialog shop={removed} onClose={() => setRemoved(undefined)} />
    </Panel>
  );
}

type ColumnsOf = {
  disabled: { disabled: boolean; "aria-describedby"?: string };
  onRename: (shop: Shop) => void;
  onRemove: (shop: Shop) => void;
};

function columnsOf({ disabled, onRename, onRemove }: ColumnsOf): Column<Shop>[] {
  return [
    {
      id: "name",
      stored: "shop_name.name",
      title: "Name",
      cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
    },
    {
      id: "merchantId",
      stored: "shop_name.merchant_id",
      title: "Merchant ID",
      phone: "plain",
      cell: ({ merchantId }) => (
        <code className="font-mono text-xs wrap-anywhere">{merchantId}</code>
      ),
    },
    {
      id: "actions",
      title: "Actions",
      numeric: true,
      phone: "end",
      cell: (shop) => (
        <div className="flex justify-end gap-1">
          <Button
            look="ghost"
            size="small"
            aria-label={`Rename ${shop.name}`}
            {...disabled}
            onClick={() => onRename(shop)}
          >
            Rename
          </Button>
          <Button
            look="ghost"
            size="small"
            aria-label={`Remove the name ${shop.name}`}
            {...disabled}
            onClick={() => onRemove(shop)}
          >
            Remove
          </Button>
        </div>
      ),
    },
  ];
}

function RemoveDialog({ shop, onClose }: { shop: Shop | undefined; onClose: () => void }) {
  const remove = useRemoveShopName();
  function close() {
    remove.reset();
    onClose();
  }
  return (
    <LazyConfirmDialog
      open={shop !== undefined}
      onOpenChange={close}
      title={`Remove the name ${shop?.name ?? ""}?`}
      confirmLabel="Remove the name"
      onConfirm={() => shop && remove.mutate(shop.merchantId, { onSuccess: close })}
      pending={remove.isPending}
      error={remove.error ? describeError(remove.error) : undefined}
    >
      <p>The refund form will ask for the name of this shop again. Earlier credit notes keep it.</p>
    </LazyConfirmDialog>
  );
}
