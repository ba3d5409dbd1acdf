import type { GetServerSideProps, PageConfig } from "next";
import { readNonce } from "#app/(site)/read-nonce.ts";
import { DocsDocument } from "#components/docs/docs-document.tsx";
import { FilePage } from "#components/docs/file-page.tsx";
import { findGuide, findRepositoryFile, pathOfFile } from "#components/docs/find-page.ts";
import { GuidePage } from "#components/docs/guide-page.tsx";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { name: string; nonce: string };

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req }) => {
  const name = [params?.page ?? []].flat().join("/");
  if (!findGuide(name) && !findFile(name)) return { notFound: true };
  return { props: { name, nonce: readNonce(req) } };
};

export default function DocsPage({ name, nonce }: Props) {
  const found = findGuide(name);
  const href = `/docs/${name}`;
  if (found) {
    const { title, summary } = found.guide;
    return (
      <DocsDocument title={title} description={summary} nonce={nonce}>
        <GuidePage {...found} href={href} />
      </DocsDocument>
    );
  }
  const file = findFile(name);
  if (!file) return null;
  return (
    <DocsDocument title={file.path} nonce={nonce}>
      <FilePage file={file} href={href} />
    </DocsDocument>
  );
}

function findFile(name: string) {
  const path = pathOfFile(name);
  return path === undefined ? undefined : findRepositoryFile(path);
}
