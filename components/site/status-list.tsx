import { Prose } from "./prose.tsx";

/** What HTTP statuses mean, in Markdown. */
export function StatusList({ statuses }: { statuses: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid grid-cols-[3rem_minmax(0,1fr)] gap-y-1 text-sm">
      {statuses.map(([status, meaning]) => (
        <div key={status} className="contents">
          <dt className="tabular-nums">{status}</dt>
          <dd className="text-muted">
            <Prose markdown={meaning} inline />
          </dd>
        </div>
      ))}
    </dl>
  );
}
