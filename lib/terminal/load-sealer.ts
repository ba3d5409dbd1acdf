/** Loads what seals, which only a till that seals needs. */
export async function loadSealer() {
  const [{ sealReceipt }, { importPublicKey }] = await Promise.all([
    import("#lib/crypto/seal-receipt.ts"),
    import("#lib/crypto/recipient-key.ts"),
  ]);
  return { sealReceipt, importPublicKey };
}
