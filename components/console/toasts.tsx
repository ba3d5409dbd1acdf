import { Toaster } from "sonner";

/** Where `toast.success("…")` of sonner appears; `isAboveBar`: above a bar of buttons at the lower edge. */
export function Toasts({ isAboveBar = false }: { isAboveBar?: boolean }) {
  return (
    <Toaster
      position="bottom-right"
      gap={8}
      {...(isAboveBar ? aboveBar : {})}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start gap-3 border border-line bg-slip px-4 py-3 font-sans text-sm text-ink shadow-xl md:w-(--width)",
          title: "font-medium",
          description: "text-muted",
          success: "[&_[data-icon]]:text-pine",
          error: "[&_[data-icon]]:text-alarm",
        },
      }}
    />
  );
}

const aboveBar = { offset: { bottom: "7rem" }, mobileOffset: { bottom: "7rem" } };
