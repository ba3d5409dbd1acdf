import { Download } from "lucide-react";
import { buttonLook } from "#components/ui/button-look.ts";

/** The files of public/vectors. */
export function VectorList() {
  return (
    <ul className="divide-y divide-line border border-line bg-slip">
      {vectors.map(({ file, title, what }) => (
        <li
          key={file}
          className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-4 md:px-5"
        >
          <div className="min-w-0 max-w-[70ch] text-sm">
            <h3 className="font-medium">{title}</h3>
            <p className="mt-0.5 text-pretty text-muted">{what}</p>
            <p className="mt-1 font-mono text-xs wrap-anywhere">{file}</p>
          </div>
          <a
            href={`/vectors/${file}`}
            download={file}
            aria-label={`Download ${file}`}
            className={buttonLook("secondary", "regular")}
          >
            <Download aria-hidden="true" className="size-4 shrink-0" />
            Download
          </a>
        </li>
      ))}
    </ul>
  );
}

const vectors = [
  {
    file: "sealed-at-the-till.json",
    title: "Receipts sealed at the till",
    what: "For sealing and opening: keys of both kinds, envelopes for one and for several readers, signed and unsigned, and those that a reader must refuse, each with the reason.",
  },
];
