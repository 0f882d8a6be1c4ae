import type { DeviceList, Validation } from '@leadping/contracts/licensing/device-routes';
import { fetchWithin } from '../fetch-within.ts';
import { GATEWAY_URL } from '../gateway-url.ts';
import type { TokenKey } from './verify-token.ts';

const TIMEOUT_MS = 10_000;

/** The platform could not be reached or is in trouble: nothing is known about the key. */
export class PlatformUnavailable extends Error {}

interface OnDevice {
  licenseKey: string;
  deviceId: string;
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const json: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const init: RequestInit = { ...json, credentials: 'omit', referrerPolicy: 'no-referrer' };
  const reply = await fetchWithin(`${GATEWAY_URL}${path}`, init, TIMEOUT_MS).catch(() => {
    throw new PlatformUnavailable('Leadping could not be reached. Check your connection and try again.');
  });
  if (reply.status === 429) {
    const minutes = Math.max(1, Math.ceil(Number(reply.headers.get('retry-after') ?? 60) / 60));
    throw new PlatformUnavailable(
      `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    );
  }
  if (!reply.ok)
    throw new PlatformUnavailable('Leadping is in trouble at the moment. Try again in a few minutes.');
  return (await reply.json().catch(() => {
    throw new PlatformUnavailable('The reply was cut short. Check your connection and try again.');
  })) as T;
}

export const callActivate = (body: OnDevice & { deviceName: string }) =>
  call<Validation>('/api/license/activate', body);
export const callValidate = (body: OnDevice) => call<Validation>('/api/license/validate', body);
export const callDeactivate = (body: OnDevice) => call<Validation>('/api/license/deactivate', body);
export const callListDevices = (body: OnDevice) => call<DeviceList>('/api/license/devices', body);

export async function fetchTokenKeys(): Promise<TokenKey[]> {
  const { keys } = await call<{ keys: TokenKey[] }>('/api/license/public-key');
  return keys.map(({ kid, x }) => ({ kid, x }));
}
