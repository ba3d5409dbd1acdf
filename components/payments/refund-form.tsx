"use client";

import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Button } from "#components/ui/button.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { useDialogAct } from "#components/ui/dialog-hold.ts";
import { SkeletonRows } from "#components/ui/states.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { textOf } from "#lib/client/send-request.ts";
import { formatDecimal, formatMoney } from "#lib/core/money.ts";
import {
  amountAllowed,
  buildRefundBody,
  type CreditNoteMerchant,
  describeLeft,
  describeRefundEffect,
  type MadeRefund,
  proposeReference,
  type RefundableSale,
  readRefundAmount,
  type SentRefund,
} from "./refund-draft.ts";
import { RefundNote } from "./refund-note.tsx";
import type { Refunding } from "./use-payment-changes.ts";
import { useShopNames } from "./use-shop-names.ts";

type RefundFormProps = {
  sale: RefundableSale;
  merchant?: CreditNoteMerchant;
  refunding: Refunding;
  onDone: () => void;
};

type Values = { amount: string; merchantName: string; reference: string; reason: string };

/** As they were last typed, by merchant, as long as the page lives. */
const lastNames = new Map<string, string>();

/** The refunded amount, and the text of the credit note. */
export function RefundForm(props: RefundFormProps) {
  const { sale, merchant } = props;
  const { data: shops, isLoading } = useShopNames({ enabled: merchant === undefined });
  if (isLoading) return <SkeletonRows label="Loading the form" rows={4} bare />;
  const known = shops?.find(({ merchantId }) => merchantId === sale.merchantId)?.name;
  return <RefundFields {...props} shopName={known} />;
}

type RefundFieldsProps = RefundFormProps & {
  /** From the settings of the merchant; undefined where they have none for this shop. */
  shopName: string | undefined;
};

function RefundFields({ sale, merchant, refunding, onDone, shopName }: RefundFieldsProps) {
  const { merchantId, currency } = sale;
  const { progress, send } = refunding;
  const sent = sentIn(progress);
  const { register, handleSubmit, setFocus, watch, formState } = useForm<Values>({
    defaultValues: valuesOf(sale, sent, shopName ?? lastNames.get(merchantId)),
  });
  const { errors } = formState;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The form is fetched after the dialog has opened, so the close button has the focus.
    const dialog = form.current?.closest("[role=dialog]");
    if (dialog?.contains(document.activeElement)) setFocus("amount", { shouldSelect: true });
  }, [setFocus]);
  const error = progress.state === "refused" ? progress.error : null;
  const { atFields } = sortRefusal(error, ["amount", "refundReference", "merchantName", "reason"]);

  const typed = readRefundAmount(watch("amount"), sale);
  const money = (amount: number) => formatMoney({ amount, currency }, "en-US");
  const amount = sent?.amount ?? ("amount" in typed ? typed.amount : undefined);
  const shown = amount === undefined ? undefined : money(amount);
  const act = shown === undefined ? "Refund" : `Refund ${shown}`;
  useDialogAct(act);

  const submit = handleSubmit((values) => {
    const read = readRefundAmount(values.amount, sale);
    if (sent) return send(sent, { onSuccess: finish });
    if ("error" in read) return;
    const { merchantName, reference, reason } = values;
    lastNames.set(merchantId, merchantName.trim());
    const draft = { amount: read.amount, reference: reference.trim(), reason: reason.trim() };
    const printed = merchant ?? { merchantName: merchantName.trim() };
    send(buildRefundBody(draft, printed, new Date()), { onSuccess: finish });
  });
  function finish(refund: MadeRefund) {
    announce(refund, money(refund.amount));
    onDone();
  }

  const isLocked = sent !== undefined;
  const isAnswered = progress.state === "answered";
  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-4">
      <p className="text-sm text-pretty">{describeRefundEffect(shown ?? "The amount", sale)}</p>
      <TextField
        label={`Amount in ${currency.toUpperCase()}`}
        inputMode="decimal"
        data-initial-focus
        autoComplete="off"
        readOnly={isLocked}
        hint={isLocked ? undefined : describeLeft(sale)}
        error={errors.amount?.message ?? atFields.amount}
        {...register("amount", {
          validate: (text) => {
            if (isLocked) return true;
            const read = readRefundAmount(text, sale);
            return "error" in read ? read.error : true;
          },
        })}
      />
      {merchant ? null : (
        <TextField
          label="Merchant name"
          autoComplete="off"
          maxLength={256}
          readOnly={isLocked}
          hint={shopName === undefined ? NAME_HINT : "From your settings, under Shop names."}
          error={errors.merchantName?.message ?? atFields.merchantName}
          {...register("merchantName", { validate: isFilled })}
        />
      )}
      <TextField
        label="Reference"
        mono
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        readOnly={isLocked}
        hint="Your own name for this refund. The same reference is never refunded twice."
        error={errors.reference?.message ?? atFields.refundReference}
        {...register("reference", { validate: isFilled })}
      />
      <TextField
        label="Reason"
        optional
        autoComplete="off"
        maxLength={256}
        readOnly={isLocked}
        hint="Printed on the credit note."
        error={atFields.reason}
        {...register("reason")}
      />
      {Object.keys(atFields).length > 0 ? null : <RefundNote sale={sale} progress={progress} />}
      <DialogActions>
        <Button look="secondary" onClick={onDone}>
          {isLocked || isAnswered ? "Close" : "Cancel"}
        </Button>
        {isAnswered ? null : (
          <Button type="submit" pending={progress.state === "sending"}>
            {progress.state === "open" ? "Ask again" : act}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

/** A refund in progress, or possibly so: repeated, it has to be the same. */
function sentIn(progress: Refunding["progress"]): SentRefund | undefined {
  return progress.state === "sending" || progress.state === "open" ? progress.body : undefined;
}

const NAME_HINT =
  "As the receipt names the shop: the receipt is sealed, and the service cannot look. Name the shop in your settings to have this filled in.";

function valuesOf(sale: RefundableSale, sent: SentRefund | undefined, name = ""): Values {
  const { currency } = sale;
  if (!sent) {
    const amount = formatDecimal({ amount: amountAllowed(sale), currency });
    return { amount, merchantName: name, reference: proposeReference(sale), reason: "" };
  }
  const { amount = 0, refundReference: reference } = sent;
  // Of a credit note that was sealed, a reload leaves no more.
  const [merchantName = "", reason = ""] = [textOf(sent, "merchantName"), textOf(sent, "reason")];
  return { amount: formatDecimal({ amount, currency }), merchantName, reference, reason };
}

function isFilled(text: string): true | string {
  return text.trim() === "" ? "must not be empty" : true;
}

function announce({ refundStatus, failureReason }: MadeRefund, amount: string): void {
  if (refundStatus === "succeeded") toast.success(`${amount} refunded`);
  if (refundStatus === "pending") toast.success(`${amount} is on its way back`);
  if (refundStatus === "failed") {
    const reason = failureReason ? `: ${failureReason}` : "";
    toast.error(`The gateway refused the refund of ${amount}${reason}`);
  }
}
