import { encode } from "uqr";

type QrCodeProps = { text: string; label: string };

/** Dark on white in either theme: not every camera reads it the other way round. */
export function QrCode({ text, label }: QrCodeProps) {
  // Four modules of white around it, as ISO/IEC 18004 asks for.
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
