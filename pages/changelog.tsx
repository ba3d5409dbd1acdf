import type { GetServerSideProps, PageConfig } from "next";
import { DocsHead } from "#components/docs/docs-head.tsx";
import { GuidePage } from "#components/docs/guide-page.tsx";
import { guides } from "#docs/guides/README.md";

export const config: PageConfig = { unstable_runtimeJS: false };

// A page rendered at build time could not carry the nonce of its response.
export const getServerSideProps: GetServerSideProps = async () => ({ props: {} });

export default function ChangelogPage() {
  return (
    <>
      <DocsHead title="Changelog" description={guides.changelog.summary} />
      <GuidePage guide={guides.changelog} href="/changelog" group="Reference" />
    </>
  );
}
