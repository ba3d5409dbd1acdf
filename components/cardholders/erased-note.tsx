import { BackLink } from "#components/console/back-link.tsx";
import { ReceiptStatus } from "#components/receipt/receipt-status.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ErasedUser } from "#lib/contract/users.ts";

/** In the place of a cardholder who was just erased: what was done, to be noted elsewhere. */
export function ErasedNote({ erased, list }: { erased: ErasedUser; list: string }) {
  const { userId, erasedAt, erasedReceipts } = erased;
  return (
    <>
      <BackLink href={list}>Cardholders</BackLink>
      <h1 className="text-2xl font-medium tracking-[-0.02em]">The cardholder is erased</h1>
      <Panel
        title="What was done"
        description="Note it for whoever asked for the erasure: this page cannot be opened again."
      >
        <KeyValues
          rows={[
            { name: "User id", value: <code className="font-mono text-xs">{userId}</code> },
            { name: "Erased", value: <Time at={erasedAt} as="exact" /> },
            {
              name: "Receipts",
              value: (
                <>
                  {erasedReceipts.toLocaleString("en-US")}{" "}
                  {erasedReceipts === 1 ? "receipt reads " : "receipts read "}
                  <ReceiptStatus status="erased" />
                </>
              ),
            },
            { name: "Card", value: "No link to it is left; it may be registered anew." },
          ]}
        />
        <div className="mt-5">
          <ButtonLink look="secondary" href={list}>
            To the cardholders
          </ButtonLink>
        </div>
      </Panel>
    </>
  );
}
