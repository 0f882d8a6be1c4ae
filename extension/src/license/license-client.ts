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
import { text, type Text } from '../text.ts';
import type { TokenKey } from './verify-token.ts';

const TIMEOUT_MS = 10_000;

/** The platform is unreachable or failing, so that the key's state is unknown. */
export class PlatformUnavailable extends Error {
  readonly reason: Text;
  constructor(reason: Text) {
    super(reason[0]);
    this.reason = reason;
  }
}

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
    throw new PlatformUnavailable(text('platformUnreachable'));
  });
}

async function readReply<T>(reply: Response): Promise<T> {
  if (reply.status === 429) {
    const minutes = Math.max(1, Math.ceil(Number(reply.headers.get('retry-after') ?? 60) / 60));
    throw new PlatformUnavailable(
      minutes === 1 ? text('tooManyAttemptsMinute') : text('tooManyAttemptsMinutes', String(minutes)),
    );
  }
  if (!reply.ok) throw new PlatformUnavailable(text('platformTrouble'));
  return (await reply.json().catch(() => {
    throw new PlatformUnavailable(text('replyCutShort'));
  })) as T;
}

export const callActivate = (body: OnDevice & { deviceName: string }) =>
  call<Validation>(activateLicense.path, body);
export const callValidate = (body: OnDevice & { token: string | null }) =>
  call<Validation>(validateLicense.path, body);
export const callDeactivate = (body: OnDevice) => call<Validation>(deactivateLicense.path, body);
export const callListDevices = (body: OnDevice) => call<DeviceList>(listDevices.path, body);

export async function fetchTokenKeys(): Promise<TokenKey[]> {
  const { keys } = await call<{ keys: TokenKey[] }>(getLicensePublicKey.path);
  return keys.map(({ kid, x, certificate }) => ({ kid, x, certificate }));
}
