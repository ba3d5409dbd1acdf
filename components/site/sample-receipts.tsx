import { ReceiptSlip } from "#components/receipts/receipt-slip.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { sampleReceipts } from "#examples/sample-receipts.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";

/** Receipts of several countries, each as its reader sees it, with the fields that it is made of. */
export function SampleReceipts() {
  return (
    <div className="mt-6 grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] items-start gap-x-8 gap-y-10">
      {sampleReceipts.map(({ name, country, locale, request }) => (
        <figure key={name} className="min-w-0">
          <figcaption className="mb-2 text-sm font-medium">{country}</figcaption>
          <Slip>
            <ReceiptSlip receipt={openedReceipt.parse(request)} locale={locale} />
          </Slip>
          <details className="mt-3 text-sm">
            <summary className="min-h-11 cursor-pointer py-2.5 text-muted">
              The fields of this receipt
            </summary>
            <CodeBlock label={`${name}.json`} code={JSON.stringify(request, null, 2)} />
          </details>
        </figure>
      ))}
    </div>
  );
}
