import Head from "next/head";
import { siteDescription, themeColors } from "#components/ui/site-metadata.ts";

type DocsHeadProps = { title: string; description?: string };

/** The metadata of a page under pages/, as app/layout.tsx has it for those under app/. */
export function DocsHead({ title, description = siteDescription }: DocsHeadProps) {
  return (
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
  );
}
