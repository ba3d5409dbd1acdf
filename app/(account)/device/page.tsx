import type { Metadata } from "next";
import { DeviceScreen } from "#components/device-logins/device-screen.tsx";

export const metadata: Metadata = { title: "Sign a program in", robots: { index: false } };

export default function DevicePage() {
  return <DeviceScreen />;
}
