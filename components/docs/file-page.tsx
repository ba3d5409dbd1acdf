import type { Guides } from "#lib/docs/contract.ts";
import { CodeLines } from "./code-lines.tsx";
import { CodeTabs } from "./code-tabs.tsx";
import { DocsShell } from "./docs-shell.tsx";

type FilePageProps = { file: Guides["files"][number]; href: string };

/** A file of the repository that a guide links to. */
export function FilePage({ file: { path, language, lines, text }, href }: FilePageProps) {
  return (
    <DocsShell current={href}>
      <p className="text-sm font-medium text-muted">A file of the project</p>
      <h1 className="mt-1 mb-6 font-mono text-xl font-medium tracking-tight wrap-anywhere">
        {path}
      </h1>
      <CodeTabs
        tabs={[
          {
            id: language,
            title: path.slice(path.lastIndexOf("/") + 1),
            code: text,
            content: <CodeLines lines={lines} />,
          },
        ]}
      />
    </DocsShell>
  );
}
