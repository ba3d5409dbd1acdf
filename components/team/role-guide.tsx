import { Panel } from "#components/ui/panel.tsx";
import { rolesDownward, roleWords } from "./role-words.ts";

/** What each role may do; the least first, as each may do what those before it may. */
export function RoleGuide() {
  return (
    <Panel
      title="What the roles may do"
      description="Enforced by the API, not by these pages alone."
    >
      <dl className="grid gap-x-8 gap-y-4 text-sm md:grid-cols-3">
        {rolesDownward.toReversed().map((role) => (
          <div key={role}>
            <dt className="font-medium">{roleWords[role].label}</dt>
            <dd className="mt-0.5 text-muted text-pretty">{roleWords[role].may}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
