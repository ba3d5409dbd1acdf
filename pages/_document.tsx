import Document, { type DocumentContext, Head, Html, Main, NextScript } from "next/document";
import { parseTheme, THEME_COOKIE } from "#lib/core/theme.ts";

type Props = { theme: "light" | "dark" | undefined };

/** As app/layout.tsx has it. */
export default class SiteDocument extends Document<Props> {
  static override async getInitialProps(context: DocumentContext) {
    const cookies = context.req && "cookies" in context.req ? context.req.cookies : {};
    const theme = parseTheme(Reflect.get(cookies ?? {}, THEME_COOKIE));
    const props = await Document.getInitialProps(context);
    return { ...props, theme: theme === "system" ? undefined : theme };
  }

  override render() {
    return (
      <Html lang="en" data-theme={this.props.theme}>
        <Head />
        <body>
          <Main />
          <NextScript />
        </body>
      </Html>
    );
  }
}
