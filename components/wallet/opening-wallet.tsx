import { SkeletonRows } from "#components/ui/states.tsx";

/** Shown until the device and the session have been read. */
export function OpeningWallet() {
  return (
    <>
      <h1 className="sr-only">Wallet</h1>
      <SkeletonRows label="Opening the wallet" rows={4} bare />
    </>
  );
}
