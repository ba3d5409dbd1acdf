"use client";

import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useCurrentConsole } from "./current-console.tsx";

/** In the frame of a console, for an unknown address. */
export function MissingPage() {
  const { href, name } = useCurrentConsole();
  return (
    <>
      <PageHeader
        title="Page not found"
        description="The address may be mistyped, or the page may have moved."
      />
      <ButtonLink href={href} look="secondary">
        Go to the {name.toLowerCase()}
      </ButtonLink>
    </>
  );
}
