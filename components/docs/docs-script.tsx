import { buttonLook } from "#components/ui/button-look.ts";
import { Callout } from "#components/ui/callout.tsx";
import { CopyIcon } from "#components/ui/copy.tsx";

/** The script of a page without React, with the parts that it adds to the page. `nonce` is that of the response. */
export function DocsScript({ nonce }: { nonce: string }) {
  return (
    <>
      <script type="module" src="/docs-script/docs.js" nonce={nonce} />
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
