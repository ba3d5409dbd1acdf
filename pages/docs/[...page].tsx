import type { GetServerSideProps, PageConfig } from "next";
import { DocsHead } from "#components/docs/docs-head.tsx";
import { FilePage } from "#components/docs/file-page.tsx";
import { findGuide, findRepositoryFile, pathOfFile } from "#components/docs/find-page.ts";
import { GuidePage } from "#components/docs/guide-page.tsx";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { name: string };

export const getServerSideProps: GetServerSideProps<Props> = async ({ params }) => {
  const name = [params?.page ?? []].flat().join("/");
  return findGuide(name) || findFile(name) ? { props: { name } } : { notFound: true };
};

export default function DocsPage({ name }: Props) {
  const found = findGuide(name);
  const href = `/docs/${name}`;
  if (found) {
    return (
      <>
        <DocsHead title={found.guide.title} description={found.guide.summary} />
        <GuidePage {...found} href={href} />
      </>
    );
  }
  const file = findFile(name);
  if (!file) return null;
  return (
    <>
      <DocsHead title={file.path} />
      <FilePage file={file} href={href} />
    </>
  );
}

function findFile(name: string) {
  const path = pathOfFile(name);
  return path === undefined ? undefined : findRepositoryFile(path);
}
