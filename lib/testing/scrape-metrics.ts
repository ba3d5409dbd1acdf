/** What one scrape said: values by series, as `name{label="value"}`, and the names of all metrics. */
export type Scrape = { text: string; names: Set<string>; value(series: string): number };

/** Of a server or worker whose METRICS_TOKEN is this one. Throws where it does not answer with 200. */
export async function scrapeMetrics(url: string, token: string): Promise<Scrape> {
  const response = await fetch(`${url}/api/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`a scrape was answered with ${text}`);

  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const values = new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end))];
    }),
  );
  const names = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name);
  return { text, names: new Set(names), value: (series) => values.get(series) ?? 0 };
}
