import type { ApiEndpoint, ApiEvent } from "./api-document.ts";

type ContentsProps = {
  topics: Entry[];
  groups: { name: string; endpoints: ApiEndpoint[] }[];
  events: ApiEvent[];
};

type Entry = { id: string; title: string };

/** Links to each topic, endpoint, and event type of a long page. */
export function Contents({ topics, groups, events }: ContentsProps) {
  return (
    <nav
      aria-label="Contents"
      className="grid gap-x-8 gap-y-5 text-sm sm:grid-cols-2 lg:grid-cols-1"
    >
      <Part name="Using the API" entries={topics} />
      {groups.map(({ name, endpoints }) => (
        <Part
          key={name}
          name={name}
          entries={endpoints.map(({ operationId, summary }) => ({
            id: operationId,
            title: summary,
          }))}
        />
      ))}
      <Part
        name="Event types"
        entries={events.map(({ operationId, type }) => ({ id: operationId, title: type }))}
      />
    </nav>
  );
}

function Part({ name, entries }: { name: string; entries: Entry[] }) {
  return (
    <div>
      <p className="font-semibold">{name}</p>
      <ul className="mt-1">
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-block py-1 text-muted hover:text-ink hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
