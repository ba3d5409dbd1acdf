import type { GetServerSideProps, PageConfig } from "next";
import { listHeaders, readOrigin } from "#app/(site)/read-origin.ts";
import { DocsHead } from "#components/docs/docs-head.tsx";
import { DocsHome } from "#components/docs/docs-home.tsx";
import { config as readConfig } from "#lib/config.ts";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { origin: string };

export const getServerSideProps: GetServerSideProps<Props> = async ({ req }) => ({
  props: { origin: readConfig().baseUrl ?? readOrigin(listHeaders(req)) },
});

export default function DocsHomePage({ origin }: Props) {
  return (
    <>
      <DocsHead
        title="Documentation"
        description="Guides with working code, the API reference, the clients, and the command line."
      />
      <DocsHome origin={origin} />
    </>
  );
}
