import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { DocsDrawer } from "#components/docs/docs-drawer.tsx";
import { SearchDialog } from "#components/docs/search-dialog.tsx";
import { setStyleNonce } from "#lib/browser/style-nonce.ts";

setStyleNonce();

const search = createPlace();
const menu = createPlace();

export function showSearch(): void {
  search.render(<SearchDialog onClose={() => search.render(null)} />);
}

/** `nav` is copied: it stays where it is for readers without scripts. */
export function showMenu(nav: Element, onClose: () => void): void {
  const close = () => {
    menu.render(null);
    onClose();
  };
  menu.render(
    <DocsDrawer onClose={close}>
      <Copied element={nav} />
    </DocsDrawer>,
  );
}

function createPlace(): { render: (node: ReactNode) => void } {
  return createRoot(document.body.appendChild(document.createElement("div")));
}

function Copied({ element }: { element: Element }) {
  return <div ref={(place) => place?.replaceChildren(element.cloneNode(true))} />;
}
