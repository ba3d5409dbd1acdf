import { copyNotes, copyText, OUTCOME_MS } from "#components/ui/copy-text.ts";

/** The markup of components/ui/copy.tsx. */
export function enhanceCopyButton(button: HTMLElement, readCode: () => string): void {
  const idle = button.querySelector("svg");
  function show(state: keyof typeof copyNotes) {
    const icon = state === "idle" ? idle : findIcon(state);
    if (icon) button.querySelector("svg")?.replaceWith(icon);
    const status = button.querySelector("[role=status]");
    if (status) status.textContent = copyNotes[state];
  }
  button.addEventListener("click", async () => {
    show(await copyText(readCode()));
    setTimeout(() => show("idle"), OUTCOME_MS);
  });
}

function findIcon(state: string): Node | undefined {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-copy="${state}"]`);
  return template?.content.cloneNode(true);
}
