/** The number of deliveries of a subject that a service has handled. @param url of the service */
export async function countHandled(url: string, subject: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const line = new RegExp(String.raw`events_handled_total\{subject="${subject}",outcome="done"[^}]*\} (\d+)`);
  return Number(line.exec(metrics)?.[1] ?? 0);
}
