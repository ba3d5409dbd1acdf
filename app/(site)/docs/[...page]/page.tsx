import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FilePage } from "#components/docs/file-page.tsx";
import { findGuide, findRepositoryFile, pathOfFile } from "#components/docs/find-page.ts";
import { GuidePage } from "#components/docs/guide-page.tsx";

type Props = { params: Promise<{ page: string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = (await params).page.join("/");
  const guide = findGuide(name)?.guide;
  if (guide) return { title: guide.title, description: guide.summary };
  return { title: pathOfFile(name) ?? "Not found" };
}

export default async function DocsPage({ params }: Props) {
  const name = (await params).page.join("/");
  const found = findGuide(name);
  if (found) return <GuidePage {...found} href={`/docs/${name}`} />;
  const path = pathOfFile(name);
  const file = path === undefined ? undefined : findRepositoryFile(path);
  if (!file) notFound();
  return <FilePage file={file} href={`/docs/${name}`} />;
}
