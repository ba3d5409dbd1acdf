import { UserRoundX } from "lucide-react";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** For a link that leads to somebody of another environment, somebody erased, or nobody. */
export function MissingCardholder({ list }: { list: string }) {
  return (
    <EmptyState
      icon={UserRoundX}
      title="There is no such cardholder in this environment"
      action={
        <ButtonLink look="secondary" href={list}>
          To the cardholders
        </ButtonLink>
      }
    >
      Somebody who was erased is gone for good. If somebody sent you the link, switch to their
      environment.
    </EmptyState>
  );
}
