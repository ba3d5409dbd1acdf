import { QrCode } from "#components/ui/qr-code.tsx";
import { isOwnHost } from "#components/visit/handover-link.ts";

/** The wallet for the camera of a phone, if a phone can reach this service and store keys for it. */
export function WalletOnPhone({ origin }: { origin: string }) {
  const { protocol, hostname } = new URL(origin);
  if (protocol !== "https:" || isOwnHost(hostname)) return null;
  return (
    <section aria-labelledby="on-phone" className="flex items-center gap-6">
      <QrCode
        text={`${origin}/wallet`}
        label="QR code of the wallet’s address"
        className="w-32 shrink-0"
      />
      <div>
        <h3 id="on-phone" className="font-semibold">
          The wallet on your phone
        </h3>
        <p className="mt-2 max-w-[38ch] text-sm leading-6 text-muted text-pretty">
          Scan the code with its camera. The keys of your receipts are made there, and stay there.
        </p>
      </div>
    </section>
  );
}
