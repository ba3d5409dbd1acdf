"use client";

import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/form.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { type Shop, useSetShopName } from "./use-shop-names.ts";

type ShopNameDialogProps = {
  /** The shop to rename; undefined to name another one. */
  shop: Shop | undefined;
  onClose: () => void;
};

export function ShopNameDialog({ shop, onClose }: ShopNameDialogProps) {
  const save = useSetShopName();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { merchantId: shop?.merchantId ?? "", name: shop?.name ?? "" },
  });
  const { errors } = formState;
  const { atFields, elsewhere } = sortRefusal(save.error, ["merchantId", "name"]);
  const submit = handleSubmit(({ merchantId, name }) =>
    save.mutate(
      { merchantId: merchantId.trim(), name: name.trim() },
      {
        onSuccess: (saved) => {
          toast.success(`${saved.merchantId} is called ${saved.name}`);
          onClose();
        },
      },
    ),
  );
  return (
    <Dialog open onOpenChange={onClose} title={shop ? `Rename ${shop.name}` : "Name a shop"}>
      <DialogForm
        onSubmit={submit}
        failure={elsewhere}
        submitLabel="Save"
        pending={save.isPending}
        onCancel={onClose}
      >
        <TextField
          label="Merchant ID"
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          readOnly={shop !== undefined}
          hint="As the shop’s payments carry it, in upper and lower case."
          error={errors.merchantId?.message ?? atFields.merchantId}
          {...(shop ? {} : { "data-initial-focus": true })}
          {...register("merchantId", { validate: isFilled })}
        />
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={256}
          hint="As the shop’s receipts name it."
          error={errors.name?.message ?? atFields.name}
          {...(shop ? { "data-initial-focus": true } : {})}
          {...register("name", { validate: isFilled })}
        />
      </DialogForm>
    </Dialog>
  );
}

function isFilled(text: string): true | string {
  return text.trim() === "" ? "must not be empty" : true;
}
