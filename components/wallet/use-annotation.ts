import { useMutation } from "@tanstack/react-query";
import { type Annotation, EMPTY_ANNOTATION } from "#lib/wallet/annotation.ts";
import { useWallet } from "./wallet-state.ts";

type Annotated = { cardId: string; paymentId: string };

/** What was noted about a kept receipt that is open, and how to change it: it is saved as it changes. */
export function useAnnotation({ cardId, paymentId }: Annotated) {
  const { annotations, keepAnnotations } = useWallet();
  const annotation = annotations.get(paymentId) ?? EMPTY_ANNOTATION;
  const { error, isSuccess, mutate } = useMutation({
    networkMode: "always",
    // One after another, so that the last change is what stays.
    scope: { id: `annotation ${paymentId}` },
    mutationFn: async (noted: Annotation) => {
      const { saveAnnotation } = await import("#lib/wallet/annotations.ts");
      await saveAnnotation({ cardId, paymentId }, noted);
    },
  });

  function change(part: Partial<Annotation>): void {
    const noted = { ...annotation, ...part };
    keepAnnotations([[paymentId, noted]]);
    mutate(noted);
  }

  return { annotation, change, error, isSaved: isSuccess, retry: () => mutate(annotation) };
}
