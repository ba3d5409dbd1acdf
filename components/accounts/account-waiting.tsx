import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { AccountHeading } from "./account-heading.tsx";

export type AccountWaitingProps = {
  title: string;
  /** In words: "Opening the link". */
  label: string;
  rows: number;
  /** Absent until there is something to fetch. */
  query?: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
};

/** A page of an account while its data is loading, or after that has failed. */
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
