import type { GetServerSideProps, PageConfig } from "next";
import { readNonce } from "#app/(site)/read-nonce.ts";
import { listHeaders, readOrigin } from "#app/(site)/read-origin.ts";
import { DocsDocument } from "#components/docs/docs-document.tsx";
import { DocsHome } from "#components/docs/docs-home.tsx";
import { config as readConfig } from "#lib/config.ts";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { origin: string; nonce: string };

export const getServerSideProps: GetServerSideProps<Props> = async ({ req }) => {
  const origin = readConfig().baseUrl ?? readOrigin(listHeaders(req));
  return { props: { origin, nonce: readNonce(req) } };
};

export default function DocsHomePage({ origin, nonce }: Props) {
  return (
    <DocsDocument
      title="Documentation"
      description="Guides with working code, the API reference, the clients, and the command line."
      nonce={nonce}
    >
      <DocsHome origin={origin} />
    </DocsDocument>
  );
}
