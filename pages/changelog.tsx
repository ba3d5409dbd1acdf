import type { GetServerSideProps, PageConfig } from "next";
import { readNonce } from "#app/(site)/read-nonce.ts";
import { DocsDocument } from "#components/docs/docs-document.tsx";
import { GuidePage } from "#components/docs/guide-page.tsx";
import { guides } from "#docs/guides/README.md";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { nonce: string };

export const getServerSideProps: GetServerSideProps<Props> = async ({ req }) => ({
  props: { nonce: readNonce(req) },
});

export default function ChangelogPage({ nonce }: Props) {
  return (
    <DocsDocument title="Changelog" description={guides.changelog.summary} nonce={nonce}>
      <GuidePage guide={guides.changelog} href="/changelog" group="Reference" />
    </DocsDocument>
  );
}
