"use client";

import { useRouter } from "next/navigation";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { IdentifierForm } from "./identifier-form.tsx";
import type { FindableKind } from "./read-typed.ts";
import { useFindUser } from "./use-identifiers.ts";

const kinds: readonly [FindableKind, ...FindableKind[]] = ["reference", "card", "phone", "email"];

/** From what a caller says on the phone to their page. */
export function FindCardholder({ onDone }: { onDone: () => void }) {
  const { mutate, error, isPending, reset } = useFindUser();
  const { base } = useCurrentConsole();
  const router = useRouter();
  const isUnknown = error instanceof ApiError && error.code === "not_found";
  return (
    <IdentifierForm
      kinds={kinds}
      submitLabel="Find"
      pending={isPending}
      onChange={reset}
      onCancel={onDone}
      onSubmit={(read) =>
        mutate(read, {
          onSuccess: ({ userId }) => {
            onDone();
            router.push(`${base}/cardholders/${encodeURIComponent(userId)}`);
          },
        })
      }
    >
      {isUnknown ? (
        <Callout tone="warning" title="None of your cardholders has it">
          <p>
            It has to be added to a cardholder first, in this environment, in the same spelling.
          </p>
        </Callout>
      ) : (
        <ErrorCallout error={error} />
      )}
    </IdentifierForm>
  );
}
