"use client";

import { toast } from "sonner";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { typedKinds } from "#lib/core/identifier-text.ts";
import { IdentifierForm } from "./identifier-form.tsx";
import { useAddIdentifier } from "./use-identifiers.ts";

type AddIdentifierProps = { userId: string; onDone: () => void };

export function AddIdentifier({ userId, onDone }: AddIdentifierProps) {
  const { mutate, error, isPending, reset } = useAddIdentifier(userId);
  // The other conflict, about the number of identifiers, names no field.
  const isTaken =
    error instanceof ApiError && error.code === "conflict" && error.details.startsWith("hash:");
  return (
    <IdentifierForm
      kinds={typedKinds}
      submitLabel="Add identifier"
      pending={isPending}
      onChange={reset}
      onCancel={onDone}
      onSubmit={(read) =>
        mutate(read, {
          onSuccess: ({ deliveredReceipts, isNew }) => {
            toast.success(isNew ? sayAdded(deliveredReceipts) : "The cardholder already has it");
            onDone();
          },
        })
      }
    >
      <ErrorCallout
        title={isTaken ? "Registered to another cardholder" : "The identifier was not added"}
        error={error}
      />
    </IdentifierForm>
  );
}

function sayAdded(count: number): string {
  if (count === 0) return "The identifier is added";
  return count === 1
    ? "Added, and 1 receipt was handed over"
    : `Added, and ${count.toLocaleString("en-US")} receipts were handed over`;
}
