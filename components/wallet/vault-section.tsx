import { type ReactNode, useId } from "react";

type VaultSectionProps = { title: string; what: ReactNode; children: ReactNode };

export function VaultSection({ title, what, children }: VaultSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3 border-t border-line pt-5">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-sm text-pretty text-muted">{what}</p>
      </div>
      {children}
    </section>
  );
}
