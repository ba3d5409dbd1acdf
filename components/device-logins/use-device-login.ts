import { useMutation } from "@tanstack/react-query";
import { type Answer, api, type Sent } from "#lib/browser/api.ts";
import type { Environment } from "#lib/core/vocabulary.ts";

export type FoundDeviceLogin = Answer<"POST /api/console/device-logins/find">;

export function useFindDeviceLogin() {
  return useMutation({
    mutationFn: (userCode: string) =>
      api("POST /api/console/device-logins/find", { body: { userCode } }),
  });
}

type Approval = Sent<"POST /api/console/device-logins/approve", "body"> & {
  environment: Environment;
};

export function useApproveDeviceLogin() {
  return useMutation({
    mutationFn: ({ environment, ...body }: Approval) =>
      api("POST /api/console/device-logins/approve", { environment, body }),
  });
}

export function useDenyDeviceLogin() {
  return useMutation({
    mutationFn: (userCode: string) =>
      api("POST /api/console/device-logins/deny", { body: { userCode } }),
  });
}
