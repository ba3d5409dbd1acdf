import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { AccountHeading } from "./account-heading.tsx";

export type AccountWaitingProps = {
  title: string;
  /** In words: "Opening the link". */
  label: string;
  rows: number;
  /** Absent until there is something to ask for. */
  query?: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
};

/** A page for an account while what it needs is on its way, or where that failed. */
export function AccountWaiting({ title, label, rows, query }: AccountWaitingProps) {
  return (
    <>
      <AccountHeading title={title} />
      {query?.error ? (
        <ErrorState
          error={query.error}
          retry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SkeletonRows label={label} rows={rows} bare />
      )}
    </>
  );
}
