import Link from "next/link";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { Left } from "./use-team.ts";

/** Links to each key that a former member created, to roll it. */
export function KeysLeft({ left: { email, keys } }: { left: Left }) {
  const { base } = useCurrentConsole();
  return (
    <div className="p-4 md:p-5">
      <Callout tone="warning" title={`Roll the API keys that ${email} made`}>
        <p className="text-muted">
          They belong to the organization and keep working, also for anyone who has a copy.
        </p>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {keys.map(({ id, name, hint, environment }) => (
            <li key={id}>
              <Link href={`${base}/keys/${id}?environment=${environment}`} className={link}>
                {name}
              </Link>{" "}
              <span className="text-muted">
                {hint}, {environment}
              </span>
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}

const link = "text-pine underline underline-offset-4";
