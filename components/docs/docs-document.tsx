import Head from "next/head";
import type { ReactNode } from "react";
import { buttonLook } from "#components/ui/button-look.ts";
import { Callout } from "#components/ui/callout.tsx";
import { CopyIcon } from "#components/ui/copy.tsx";
import { siteDescription, themeColors } from "#components/ui/site-metadata.ts";

type DocsDocumentProps = {
  title: string;
  description?: string | undefined;
  /** Of this response, for what our own script adds to the page. */
  nonce: string;
  children: ReactNode;
};

/** What a page of the documentation without React's scripts has beside its shell. */
export function DocsDocument({
  title,
  description = siteDescription,
  nonce,
  children,
}: DocsDocumentProps) {
  return (
    <>
      <Head>
        <title>{`${title} · Sealslip`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {themeColors.map(({ media, color }) => (
          <meta key={media} name="theme-color" media={media} content={color} />
        ))}
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={description} />
        <link rel="icon" href="/favicon.ico" sizes="48x48" type="image/x-icon" />
        <link rel="icon" href="/icon.svg" sizes="any" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-icon.png" sizes="180x180" type="image/png" />
      </Head>
      <script type="module" src="/docs-script/docs.js" nonce={nonce} />
      {children}
      <template data-copy="copied">
        <CopyIcon state="copied" />
      </template>
      <template data-copy="failed">
        <CopyIcon state="failed" />
      </template>
      <template data-not-loaded="">
        <NotLoaded />
      </template>
    </>
  );
}

function NotLoaded() {
  return (
    <div data-load-failure="" className="fixed inset-x-0 bottom-0 z-60 p-4">
      <div className="mx-auto max-w-xl shadow-xl">
        <Callout tone="alarm" title="This part could not be loaded">
          <p className="text-muted">The service cannot be reached, or has a new version.</p>
          <p className="pt-2">
            <button type="button" data-reloads="" className={buttonLook("secondary", "small")}>
              Reload the page
            </button>
          </p>
        </Callout>
      </div>
    </div>
  );
}
