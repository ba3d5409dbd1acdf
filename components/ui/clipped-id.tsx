/** A long id in the room that a column has; whole on a phone, and for those who point at it. */
export function ClippedId({ text }: { text: string }) {
  return (
    <span
      title={text}
      className="block font-mono text-xs leading-5 max-md:wrap-anywhere md:max-w-32 md:truncate"
    >
      {text}
    </span>
  );
}
