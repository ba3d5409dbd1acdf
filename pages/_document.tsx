import Document, { type DocumentContext, Head, Html, Main, NextScript } from "next/document";
import { readNonce } from "#app/(site)/read-nonce.ts";
import { DocsScript } from "#components/docs/docs-script.tsx";
import { parseTheme, THEME_COOKIE } from "#lib/core/theme.ts";

type Props = { theme: "light" | "dark" | undefined; nonce: string; isDocs: boolean };

/** As app/layout.tsx has it. */
export default class SiteDocument extends Document<Props> {
  static override async getInitialProps(context: DocumentContext) {
    const cookies = context.req && "cookies" in context.req ? context.req.cookies : {};
    const theme = parseTheme(Reflect.get(cookies ?? {}, THEME_COOKIE));
    const props = await Document.getInitialProps(context);
    return {
      ...props,
      theme: theme === "system" ? undefined : theme,
      nonce: readNonce(context.req?.headers ?? {}),
      isDocs: /^\/(?:docs|changelog)\b/.test(context.pathname),
    };
  }

  override render() {
    const { theme, nonce, isDocs, unstable_runtimeJS } = this.props;
    // Under `npm run dev`, Next loads React in any case, which then does what our own script does.
    const hasOwnScript = isDocs && unstable_runtimeJS === false;
    return (
      <Html lang="en" data-theme={theme}>
        <Head />
        <body>
          <Main />
          {hasOwnScript ? <DocsScript nonce={nonce} /> : null}
          <NextScript />
        </body>
      </Html>
    );
  }
}
