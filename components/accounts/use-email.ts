import { useMutation } from "@tanstack/react-query";
import { api } from "#lib/browser/api.ts";

export function useChangeEmail() {
  return useMutation({
    mutationFn: (email: string) => api("POST /api/console/email", { body: { email } }),
  });
}

export function useSendConfirmation() {
  return useMutation({ mutationFn: () => api("POST /api/console/email/confirmation") });
}

export function useConfirmEmail() {
  return useMutation({
    mutationFn: (token: string) => api("POST /api/console/email/confirm", { body: { token } }),
    gcTime: 0,
  });
}
