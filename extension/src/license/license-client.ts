import {
  activateLicense,
  deactivateLicense,
  getLicensePublicKey,
  listDevices,
  validateLicense,
} from '@leadping/contracts/endpoints/licensing/device';
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
  return fetchWithin(`${GATEWAY_URL}${path}`, init, TIMEOUT_MS, readReply<T>).catch((error: unknown) => {
    if (error instanceof PlatformUnavailable) throw error;
    throw new PlatformUnavailable('Leadping could not be reached. Check your connection and try again.');
  });
}

async function readReply<T>(reply: Response): Promise<T> {
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
  call<Validation>(activateLicense.path, body);
export const callValidate = (body: OnDevice) => call<Validation>(validateLicense.path, body);
export const callDeactivate = (body: OnDevice) => call<Validation>(deactivateLicense.path, body);
export const callListDevices = (body: OnDevice) => call<DeviceList>(listDevices.path, body);

export async function fetchTokenKeys(): Promise<TokenKey[]> {
  const { keys } = await call<{ keys: TokenKey[] }>(getLicensePublicKey.path);
  return keys.map(({ kid, x }) => ({ kid, x }));
}
