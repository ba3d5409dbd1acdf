"use client";

import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { DialogForm } from "#components/ui/form.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { currencyCodes, formatDecimal, formatMoney, parseMoney } from "#lib/core/money.ts";
import { type ShownLimit, useChangeRefundLimit } from "./use-refund-limits.ts";

type RefundLimitFormProps = {
  /** The one to change; undefined for another currency. */
  limit: ShownLimit | undefined;
  onDone: () => void;
};

export function RefundLimitForm({ limit, onDone }: RefundLimitFormProps) {
  const change = useChangeRefundLimit();
  const { register, handleSubmit, getValues, setFocus, watch, formState } = useForm({
    defaultValues: {
      currency: limit?.currency ?? "usd",
      amount: limit ? formatDecimal(limit) : "",
    },
  });
  const { atFields, elsewhere } = sortRefusal(change.error, ["amount"]);
  const submit = handleSubmit(({ currency, amount: text }) => {
    const amount = parseAmount(text, currency);
    change.mutate(
      { currency, amount },
      {
        onSuccess: () => {
          toast.success(
            `Support members can refund ${formatMoney({ amount, currency }, "en-US")} of a payment`,
          );
          onDone();
        },
        onError: () => setFocus("amount"),
      },
    );
  });
  return (
    <DialogForm
      onSubmit={submit}
      failure={elsewhere}
      submitLabel="Save"
      pending={change.isPending}
      onCancel={onDone}
    >
      <SelectField
        label="Currency"
        options={limit ? [toOption(limit.currency)] : currencyOptions}
        {...register("currency", { deps: formState.isSubmitted ? ["amount"] : [] })}
      />
      <TextField
        label={`Limit in ${watch("currency").toUpperCase()}`}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        hint="Of one payment. Refunds that others have made of it count, too."
        error={formState.errors.amount?.message ?? atFields.amount}
        {...register("amount", { validate: (text) => checkAmount(text, getValues("currency")) })}
      />
    </DialogForm>
  );
}

const toOption = (currency: string) => ({ value: currency, label: currency.toUpperCase() });

const currencyOptions = currencyCodes.map((code) => toOption(code.toLowerCase()));

/** Half of the world writes a comma for the point. Throws a RangeError, as `parseMoney` does. */
function parseAmount(text: string, currency: string): number {
  return parseMoney(text.trim().replace(",", "."), currency);
}

function checkAmount(text: string, currency: string): true | string {
  if (text.trim() === "") return "must not be empty";
  try {
    return parseAmount(text, currency) < 1 ? "must be more than zero" : true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message.replace(/^amount: /, "");
  }
}
