import type { Metadata } from "next";
import { GuidePage } from "#components/docs/guide-page.tsx";
import { guides } from "#docs/guides/README.md";

export const metadata: Metadata = {
  title: "Changelog",
  description: guides.changelog.summary,
};

export default function ChangelogPage() {
  return <GuidePage guide={guides.changelog} href="/changelog" group="Reference" />;
}
