import type { Endpoint } from "./document.ts";

type EndpointListProps = { groups: { name: string; endpoints: Endpoint[] }[] };

/** The way to each endpoint of a long page. */
export function EndpointList({ groups }: EndpointListProps) {
  return (
    <nav
      aria-label="Endpoints"
      className="grid gap-x-8 gap-y-5 text-sm sm:grid-cols-2 lg:grid-cols-1"
    >
      {groups.map(({ name, endpoints }) => (
        <div key={name}>
          <p className="font-semibold">{name}</p>
          <ul className="mt-1">
            {endpoints.map(({ operationId, summary }) => (
              <li key={operationId}>
                <a
                  href={`#${operationId}`}
                  className="inline-block py-1 text-muted hover:text-ink hover:underline"
                >
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
