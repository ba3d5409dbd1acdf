"use client";

import { Panel } from "#components/ui/panel.tsx";
import { useNow } from "#components/ui/relative-time.ts";
import { SelectField } from "#components/ui/select-field.tsx";
import {
  chooseTimeSettings,
  useTimeFormats,
  useTimeSettings,
} from "#components/ui/time-settings.ts";

/** The time zone and format of every date in the console. */
export function TimePanel() {
  const settings = useTimeSettings();
  const { exact } = useTimeFormats();
  const now = useNow();
  return (
    <Panel
      title="Dates and times"
      description="How they are shown to you, kept in this browser. Exports and the API use UTC."
    >
      <div className="grid max-w-xl gap-4 md:grid-cols-2">
        <SelectField
          label="Time zone"
          options={zones}
          value={settings.timeZone ?? ""}
          onChange={({ target }) =>
            chooseTimeSettings({ ...settings, timeZone: target.value || undefined })
          }
        />
        <SelectField
          label="Format"
          options={locales}
          value={settings.locale ?? ""}
          onChange={({ target }) =>
            chooseTimeSettings({ ...settings, locale: target.value || undefined })
          }
        />
      </div>
      <p className="mt-3 text-sm text-muted">
        Now: <span className="text-ink tabular-nums">{exact.format(now)}</span>
      </p>
    </Panel>
  );
}

const zones = [
  { value: "", label: "As this device" },
  ...["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map(
    (value) => ({ value, label: value.replaceAll("_", " ") }),
  ),
];

const locales = [
  { value: "", label: "American English" },
  { value: "en-GB", label: "British English" },
  { value: "de-DE", label: "German" },
  { value: "es-ES", label: "Spanish" },
  { value: "fr-FR", label: "French" },
  { value: "it-IT", label: "Italian" },
  { value: "ja-JP", label: "Japanese" },
  { value: "sv-SE", label: "Swedish (year first)" },
];
