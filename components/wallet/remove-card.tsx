"use client";

import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { removeCard, type StoredCard } from "#lib/wallet/cards.ts";
import { describeFailure } from "#lib/wallet/describe-failure.ts";

/** The end of one card on this device, also of one that was erased at the service. */
export function RemoveCard({ card: { cardId, last4 } }: { card: StoredCard }) {
  const [asks, setAsks] = useState(false);
  const { mutate, error, isPending } = useMutation({
    networkMode: "always",
    mutationFn: () => removeCard(cardId),
    // A new document, so that nothing that was opened with its keys stays in memory.
    onSuccess: () => window.location.assign("/wallet/cards"),
  });
  return (
    <div className="border-t border-line pt-6">
      <Button look="secondary" icon={Trash2} onClick={() => setAsks(true)}>
        Remove this card
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Remove the card that ends in ${last4}?`}
        confirmLabel="Remove the card"
        onConfirm={() => mutate()}
        pending={isPending}
        error={error ? describeFailure("storage_failed").title : undefined}
      >
        <p>
          Its keys are deleted from this device, and only a backup file brings them back. Without
          one, its receipts can never be opened again. Nothing changes at the service.
        </p>
      </ConfirmDialog>
    </div>
  );
}
