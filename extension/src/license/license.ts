import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { readLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import type { DevicesReply, PageReply } from '../messages.ts';
import { newId } from '../new-id.ts';
import { readStored, removeStored, store } from '../storage.ts';
import {
  callActivate,
  callDeactivate,
  callListDevices,
  callValidate,
  fetchTokenKeys,
  PlatformUnavailable,
} from './license-client.ts';
import { readLicenseState, type LicenseState, type StoredLicense } from './license-state.ts';
import { verifyToken } from './verify-token.ts';

const KEY_FAULTS = {
  malformed:
    'This is not a whole license key. Copy it from your email: eight groups of four characters, dashes included.',
  mistyped: 'The key has a typing mistake. Copy it whole from your email, dashes included.',
};

/** Signs this browser in. A key with a typing mistake is refused here, without a call. */
export async function activate(pasted: string): Promise<PageReply> {
  const reading = readLicenseKey(pasted);
  if (!reading.readable) return { ok: false, text: KEY_FAULTS[reading.fault] };
  const { key } = reading;
  return replyOf(async () => {
    const deviceId = await ensureDeviceId();
    const askedAt = Date.now();
    const validation = await callActivate({ licenseKey: key, deviceId, deviceName: describeDevice() });
    if (!validation.valid) return { ok: false, text: validation.detail };
    await saveValidation(key, validation, [], askedAt);
    return { ok: true, text: 'The license is active.' };
  });
}

/** Signs this browser out. Without a contact the license stays: nobody loses a place among the devices by it. */
export async function deactivate(): Promise<PageReply> {
  const { license } = await readStored('license');
  if (!license) return { ok: true, text: 'No license is active here.' };
  return replyOf(async () => {
    await callDeactivate({ licenseKey: license.key, deviceId: await ensureDeviceId() });
    await removeStored('license');
    return { ok: true, text: 'This browser is signed out. The key can be used on another one.' };
  });
}

/** Checks the license with the platform. A platform that cannot be reached changes nothing. */
export async function renew(): Promise<PageReply> {
  const { license } = await readStored('license');
  if (!license) return { ok: false, text: 'No license is active here.' };
  return replyOf(async () => {
    const deviceId = await ensureDeviceId();
    const askedAt = Date.now();
    const validation = await callValidate({ licenseKey: license.key, deviceId });
    const { license: current } = await readStored('license');
    // Meanwhile this browser was signed out, or has another key: a reply about the former one would bring it back.
    if (current?.key !== license.key) return { ok: false, text: 'The license was changed meanwhile.' };
    // Meanwhile a later request was replied to. The time alone may be one of a clock that was ahead.
    if (current.checkedAt !== license.checkedAt && current.checkedAt >= askedAt)
      return { ok: current.refusal === null, text: current.refusal?.detail ?? 'The license is active.' };
    await saveValidation(license.key, validation, license.keys, askedAt);
    return { ok: validation.valid, text: validation.detail };
  });
}

/** So long a person at the button waits for the platform. */
const CHECK_WITHIN_MS = 1500;

/**
 * How the license stands, checked again where it keeps a press from being sent: since the last contact a dispute may have been
 * won, or the connection have come back.
 */
export async function checkForPress(): Promise<LicenseState> {
  const state = await readLicenseState(Date.now());
  if (state.status === 'active' || state.status === 'none') return state;
  const waited = new Promise((resolve) => setTimeout(resolve, CHECK_WITHIN_MS));
  await Promise.race([renew().catch(() => {}), waited]);
  return readLicenseState(Date.now());
}

export async function listDevices(): Promise<DevicesReply> {
  const { license } = await readStored('license');
  if (!license) return { ok: false, text: 'No license is active here.', devices: [] };
  const deviceId = await ensureDeviceId();
  try {
    const { valid, detail, devices } = await callListDevices({ licenseKey: license.key, deviceId });
    const listed = devices.map((device) => ({ ...device, isThisOne: device.deviceId === deviceId }));
    return { ok: valid, text: detail, devices: listed };
  } catch (error) {
    return { ...unavailable(error), devices: [] };
  }
}

export async function signOutDevice(deviceId: string): Promise<PageReply> {
  const { license } = await readStored('license');
  if (!license) return { ok: false, text: 'No license is active here.' };
  return replyOf(async () => {
    await callDeactivate({ licenseKey: license.key, deviceId });
    return { ok: true, text: 'The device is signed out.' };
  });
}

/** Stores what the platform said; a token that none of the known keys has signed makes the keys be fetched. */
async function saveValidation(
  key: string,
  { valid, code, detail, token }: Validation,
  known: StoredLicense['keys'],
  checkedAt: number,
): Promise<void> {
  if (!valid || token === null) {
    const { license } = await readStored('license');
    const kept = license?.key === key ? license : { token: null, keys: [] };
    await store({
      license: { key, token: kept.token, keys: kept.keys, refusal: { code, detail }, checkedAt },
    });
    return;
  }
  const isKnown = (await verifyToken(token, known)) !== null;
  const keys = isKnown ? known : await fetchTokenKeys();
  if (!isKnown && !(await verifyToken(token, keys)))
    throw new PlatformUnavailable('The reply could not be verified. Try again in a few minutes.');
  // A contact tells the time as well: days that a wrong clock has used up are back.
  await store({ license: { key, token, keys, refusal: null, checkedAt }, latestTime: Date.now() });
}

async function ensureDeviceId(): Promise<string> {
  const { deviceId } = await readStored('deviceId');
  if (deviceId !== undefined) return deviceId;
  const made = newId();
  await store({ deviceId: made });
  return made;
}

/** What the owner recognizes this browser by in the list of devices. */
function describeDevice(): string {
  const { userAgent } = navigator;
  const browser = /Edg\//.test(userAgent) ? 'Edge' : /OPR\//.test(userAgent) ? 'Opera' : 'Chrome';
  const systems: [RegExp, string][] = [
    [/Windows/, 'Windows'],
    [/CrOS/, 'ChromeOS'],
    [/Mac OS X/, 'macOS'],
    [/Linux/, 'Linux'],
  ];
  return `${browser} on ${systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'another system'}`;
}

async function replyOf(work: () => Promise<PageReply>): Promise<PageReply> {
  try {
    return await work();
  } catch (error) {
    return unavailable(error);
  }
}

function unavailable(error: unknown): PageReply {
  if (!(error instanceof PlatformUnavailable)) throw error;
  return { ok: false, text: error.message };
}
