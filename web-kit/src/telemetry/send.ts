/** Sends without waiting, even while the page unloads. Lost telemetry is ignored. */
export function send(path: string, body: object): void {
  const payload = new Blob([JSON.stringify(body)], { type: 'application/json' });
  if (navigator.sendBeacon?.(path, payload)) return;
  fetch(path, { method: 'POST', body: payload, keepalive: true, credentials: 'omit' }).catch(() => undefined);
}
