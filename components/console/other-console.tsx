import { ButtonLink } from "#components/ui/button-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { SessionResource } from "#lib/contract/session.ts";
import { type ConsoleEntry, consolesOf } from "./consoles.ts";

type OtherConsoleProps = { entry: ConsoleEntry; organization: SessionResource["organization"] };

/** For members of an organization that has no use for this console. */
export function OtherConsole({ entry, organization }: OtherConsoleProps) {
  const own = consolesOf(organization.kind);
  return (
    <Notice label={organization.name} title={`Not in the ${entry.name.toLowerCase()}`}>
      <p>
        {organization.name} is {articles[organization.kind]}: there is nothing of it to see here.
      </p>
      {own.map(({ href, name }) => (
        <ButtonLink key={href} href={href}>
          To the {name.toLowerCase()}
        </ButtonLink>
      ))}
    </Notice>
  );
}

const articles = { merchant: "a merchant", issuer: "an issuer", platform: "a platform" };
