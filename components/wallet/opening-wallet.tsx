import { SkeletonRows } from "#components/ui/states.tsx";

/** Until it is known what is on this device, and who is asking. */
export function OpeningWallet() {
  return (
    <>
      <h1 className="sr-only">Wallet</h1>
      <SkeletonRows label="Opening the wallet" rows={4} bare />
    </>
  );
}
