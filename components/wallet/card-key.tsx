"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { StoredKey } from "#lib/wallet/cards.ts";
import { FailureNote } from "./failure-note.tsx";
import { KeyWords } from "./key-words.tsx";
import { useDropKey } from "./use-drop-key.ts";

/** One key of a card: its words, and for an old one the way to be rid of it. */
export function CardKey({ cardId, stored }: { cardId: string; stored: StoredKey }) {
  const { keyId, publicKey, state, createdAt } = stored;
  return (
    <article className="border border-line bg-slip p-4">
      <p className="flex justify-between gap-4 text-sm">
        <span className="font-medium">{state === "current" ? "In use" : "For older receipts"}</span>
        <span className="text-muted">made {dateFormat.format(new Date(createdAt))}</span>
      </p>
      <div className="mt-3">
        <KeyWords publicKey={publicKey} />
      </div>
      <p className="mt-3 font-mono text-2xs break-all text-muted">{keyId}</p>
      {state === "retired" ? <DropKey cardId={cardId} keyId={keyId} /> : null}
    </article>
  );
}

function DropKey({ cardId, keyId }: { cardId: string; keyId: string }) {
  const { mutate, error, isPending } = useDropKey(cardId);
  const [asks, setAsks] = useState(false);
  return (
    <div className="mt-3 space-y-3">
      <FailureNote error={error} />
      {asks ? (
        <>
          <p className="text-sm text-pretty">
            Receipts sealed to this key will not open on this device any more. Only a backup brings
            it back.
          </p>
          <div className="flex gap-2">
            <Button look="danger" size="small" pending={isPending} onClick={() => mutate(keyId)}>
              Delete the key
            </Button>
            <Button look="secondary" size="small" onClick={() => setAsks(false)}>
              Keep it
            </Button>
          </div>
        </>
      ) : (
        <Button look="secondary" size="small" onClick={() => setAsks(true)}>
          Delete from this device
        </Button>
      )}
    </div>
  );
}

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
