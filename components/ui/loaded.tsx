import { type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { failureOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { Button } from "./button.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "./states.tsx";

type LoadedProps<Thing> = {
  query: {
    data: Thing | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** In lower case, after "Loading": "the gateways". */
  subject: string;
  /** Its approximate height in lines. */
  rows?: number;
  /** For children that are panels: the failed and loading states get a sheet like theirs. */
  framed?: boolean;
  /** If the children have no frame, as in a side panel. */
  bare?: boolean;
  children: (thing: Thing) => ReactNode;
};

/**
 * Failed, loading, or ready. All content of a page below a part of unknown height belongs inside, or it would
 * jump.
 */
export function Loaded<Thing>({
  query,
  subject,
  rows = 8,
  framed = false,
  bare = false,
  children,
}: LoadedProps<Thing>) {
  const { data, isFetching, refetch } = query;
  const failure = failureOf(query);
  if (!failure && data !== undefined) return children(data);
  const state = failure ? (
    <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />
  ) : (
    <SkeletonRows label={`Loading ${subject}`} rows={rows} bare={bare} />
  );
  return framed ? <div className="border border-line bg-slip">{state}</div> : state;
}

type LookedUpProps<Thing> = LoadedProps<Thing> & { missing: MissingProps };

/** The object that the address names, in a side panel, or a note that it does not exist. */
export function LookedUp<Thing>({ missing, ...loaded }: LookedUpProps<Thing>) {
  const { error } = loaded.query;
  const isMissing = error instanceof ApiError && error.code === "not_found";
  return isMissing ? <Missing {...missing} /> : <Loaded bare {...loaded} />;
}

type MissingProps = {
  icon?: LucideIcon;
  title: string;
  /** Why it may not be here. */
  children: ReactNode;
  /** Of the button that leads to the list. */
  backLabel: string;
  onBack: () => void;
};

/** For a link to an object that does not exist, or not here. */
export function Missing({ icon = SearchX, title, children, backLabel, onBack }: MissingProps) {
  const back = (
    <Button look="secondary" onClick={onBack}>
      {backLabel}
    </Button>
  );
  return (
    <EmptyState icon={icon} title={title} action={back}>
      {children}
    </EmptyState>
  );
}
