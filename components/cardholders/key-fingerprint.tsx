type KeyFingerprintProps = {
  words: readonly string[];
  /** On a line of its own, to be compared word by word with the device. */
  large?: boolean;
};

/** A public key in eight words, four a line, as the cardholder's device shows it. */
export function KeyFingerprint({ words, large = false }: KeyFingerprintProps) {
  const places = words.map((word, place) => ({ word, key: `${place}-${word}` }));
  return (
    <ol
      aria-label="Fingerprint"
      className={`font-mono ${large ? "grid max-w-md grid-cols-2 gap-x-4 gap-y-1 text-sm min-[28rem]:grid-cols-4" : "grid w-max max-w-full grid-cols-[repeat(4,auto)] gap-x-2 text-xs leading-4 text-muted max-md:grid-cols-[repeat(2,auto)]"}`}
    >
      {places.map(({ word, key }) => (
        <li key={key}>{word}</li>
      ))}
    </ol>
  );
}
