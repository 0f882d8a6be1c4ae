import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { readLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import type { DevicesReply, PageReply } from '../messages.ts';
import { newId } from '../new-id.ts';
import { readStored, removeStored, store, type StoredLicense } from '../storage.ts';
import { text } from '../text.ts';
import { describeRefusal } from './describe-refusal.ts';
import {
  callActivate,
  callDeactivate,
  callListDevices,
  callValidate,
  fetchTokenKeys,
  PlatformUnavailable,
} from './license-client.ts';
import { readLicenseState, type LicenseState } from './license-state.ts';
import { verifyToken } from './verify-token.ts';

const KEY_FAULTS = { malformed: text('keyMalformed'), mistyped: text('keyMistyped') };

/** Signs this browser in. Rejects keys with typing mistakes locally, without a network call. */
export async function activate(pasted: string): Promise<PageReply> {
  const reading = readLicenseKey(pasted);
  if (!reading.readable) return { ok: false, text: KEY_FAULTS[reading.fault] };
  const { key } = reading;
  return replyOf(async () => {
    const deviceId = await ensureDeviceId();
    const askedAt = Date.now();
    const validation = await callActivate({ licenseKey: key, deviceId, deviceName: describeDevice() });
    if (!validation.valid) return { ok: false, text: describeRefusal(validation) };
    await saveValidation(key, validation, [], askedAt);
    return { ok: true, text: text('licenseActive') };
  });
}

/**
 * Signs this browser out. Without contact to the platform the license stays, so that the device slot is
 * always released.
 */
export async function deactivate(): Promise<PageReply> {
  const { license } = await readStored('license');
  if (!license) return { ok: true, text: text('licenseNone') };
  return replyOf(async () => {
    await withCurrentKey((licenseKey, deviceId) => callDeactivate({ licenseKey, deviceId }));
    await removeStored('license');
    return { ok: true, text: text('signedOutHere') };
  });
}

/**
 * Checks the license with the platform. Changes nothing while the platform is unreachable. If the key was replaced and
 * the owner kept this browser, the token gets it the new key.
 */
export async function renew(): Promise<PageReply> {
  const { license } = await readStored('license');
  if (!license) return { ok: false, text: text('licenseNone') };
  return replyOf(async () => {
    const deviceId = await ensureDeviceId();
    const askedAt = Date.now();
    const { key, token } = license;
    const validation = await callValidate({ licenseKey: key, deviceId, token });
    const { license: current } = await readStored('license');
    // This browser was signed out or got another key in the meantime. The reply is about the old key.
    if (current?.key !== license.key) return { ok: false, text: text('licenseChanged') };
    // A later request was answered in the meantime. The time alone is insufficient, because an earlier clock
    // may have been ahead.
    if (current.checkedAt !== license.checkedAt && current.checkedAt >= askedAt)
      return {
        ok: current.refusal === null,
        text: current.refusal ? describeRefusal(current.refusal) : text('licenseActive'),
      };
    await saveValidation(newKeyIn(validation) ?? key, validation, license.keys, askedAt);
    return { ok: validation.valid, text: describeRefusal(validation) };
  });
}

/** Maximum time that a press waits for the platform, in ms. */
const CHECK_WITHIN_MS = 1500;

/**
 * Evaluates the license and checks it again with the platform if it blocks sending. Since the last contact a
 * dispute may have been won or the connection may be back.
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
  if (!license) return { ok: false, text: text('licenseNone'), devices: [] };
  const deviceId = await ensureDeviceId();
  try {
    const { valid, code, detail, devices } = await withCurrentKey((licenseKey) =>
      callListDevices({ licenseKey, deviceId }),
    );
    const listed = devices.map((device) => ({ ...device, isThisOne: device.deviceId === deviceId }));
    return { ok: valid, text: describeRefusal({ code, detail }), devices: listed };
  } catch (error) {
    return { ...unavailable(error), devices: [] };
  }
}

export async function signOutDevice(deviceId: string): Promise<PageReply> {
  const { license } = await readStored('license');
  if (!license) return { ok: false, text: text('licenseNone') };
  return replyOf(async () => {
    await withCurrentKey((licenseKey) => callDeactivate({ licenseKey, deviceId }));
    return { ok: true, text: text('deviceSignedOut') };
  });
}

/** Makes a call with the license key. If the key was replaced, takes the new one and calls again. */
async function withCurrentKey<T extends Pick<Validation, 'code'>>(
  callWith: (licenseKey: string, deviceId: string) => Promise<T>,
): Promise<T> {
  const readKey = async () => (await readStored('license')).license?.key ?? '';
  const deviceId = await ensureDeviceId();
  const reply = await callWith(await readKey(), deviceId);
  if (reply.code !== 'KEY_ROTATED' || !(await renew()).ok) return reply;
  return callWith(await readKey(), deviceId);
}

/** The key that replaced the one in the request. */
function newKeyIn({ licenseKey = '' }: Validation): string | undefined {
  const reading = readLicenseKey(licenseKey);
  return reading.readable ? reading.key : undefined;
}

/** Stores the platform's reply. Fetches the keys again if no known key has signed the token. */
async function saveValidation(
  key: string,
  { valid, code, detail, token, trialEndsAt }: Validation,
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
  if (!isKnown && !(await verifyToken(token, keys))) throw new PlatformUnavailable(text('replyUnverified'));
  // A contact also corrects the recorded time, which undoes an earlier wrong clock.
  const trial = trialEndsAt ? { trialEndsAt: Date.parse(trialEndsAt) } : {};
  await store({
    license: { key, token, keys, refusal: null, checkedAt, ...trial },
    latestTime: Date.now(),
  });
}

async function ensureDeviceId(): Promise<string> {
  const { deviceId } = await readStored('deviceId');
  if (deviceId !== undefined) return deviceId;
  const made = newId();
  await store({ deviceId: made });
  return made;
}

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
  return { ok: false, text: error.reason };
}
