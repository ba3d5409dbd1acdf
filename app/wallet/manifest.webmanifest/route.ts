import { readPageLanguage } from "#app/page-language.ts";
import { loadTranslate } from "#lib/languages/load-translate.ts";

/** The manifest with which a phone installs the wallet as an app. */
export async function GET(): Promise<Response> {
  const t = await loadTranslate(await readPageLanguage());
  const manifest = {
    id: "/wallet",
    lang: t.language,
    name: t("Sealslip wallet"),
    short_name: "Wallet",
    description: t("Receipts that only you can read."),
    start_url: "/wallet",
    scope: "/wallet",
    display: "standalone",
    background_color: "#f4f1ea",
    theme_color: "#f4f1ea",
    icons: [
      { src: "/wallet-icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/wallet-icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/wallet-icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json" },
  });
}
