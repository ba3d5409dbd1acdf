import { encode } from "uqr";

type QrCodeProps = { text: string; label: string; className?: string };

/** Black on white in the dark as well: scanners need it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  // Four modules of white around it, as ISO/IEC 18004 requires.
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
