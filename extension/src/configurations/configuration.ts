import type { LeadField } from '../capture/lead.ts';
import { readStored, store } from '../storage.ts';
import type { PresetId } from './presets.ts';

/** A webhook of the user: a name, a URL, and how captures are written for it. */
export interface Configuration {
  id: string;
  name: string;
  url: string;
  preset: PresetId;
  /** Whether a press sends to it. */
  chosen: boolean;
  /** The name of each field in the JSON; an empty one leaves the field out. What is not here keeps its own name. */
  mapping: Partial<Record<LeadField, string>>;
}

/** What its form says; whether a press sends to it is chosen elsewhere. */
export type WebhookSettings = Omit<Configuration, 'chosen'>;

export const MAX_NAME_LENGTH = 60;
const MAX_URL_LENGTH = 2000;

export type UrlReading = { url: string } | { fault: string };

/** Reads what a person pasted as a webhook's address: https, and no address inside a house or a machine. */
export function readWebhookUrl(pasted: string): UrlReading {
  const text = pasted.trim();
  if (!text) return { fault: 'Enter the webhook URL from your tool.' };
  if (text.length > MAX_URL_LENGTH) return { fault: `A URL may have at most ${MAX_URL_LENGTH} characters.` };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { fault: 'This is not a URL. Copy it whole from your tool; it begins with https://.' };
  }
  if (url.protocol !== 'https:')
    return { fault: 'The URL must begin with https://, so that nobody on the way can read your leads.' };
  if (url.username || url.password)
    return {
      fault: 'A user name or password in the URL is not sent by Chrome. Use a token in the path instead.',
    };
  if (isPrivateHost(url.hostname))
    return { fault: 'This address is inside a private network. Use the public address of your tool.' };
  url.hash = '';
  return { url: url.href };
}

/** Names and addresses that lead into the machine or the network of the browser itself. */
function isPrivateHost(name: string): boolean {
  // The dot of the root: `localhost.` is `localhost`.
  const host = name.replace(/\.$/, '');
  if (host.startsWith('[')) return !/^\[2[0-9a-f]{3}:/i.test(host) || /^\[2001:(?:0?:|db8:)/i.test(host);
  if (!host.includes('.') || /\.(?:local|localhost|internal|lan|home|arpa)$/i.test(host)) return true;
  const parts = host.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part))) return false;
  const [a = 0, b = 0] = parts;
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || b === 0)) ||
    (a === 198 && (b === 18 || b === 19))
  );
}

export const originOf = (url: string) => `${new URL(url).protocol}//${new URL(url).hostname}/*`;
export const hostOf = (url: string) => new URL(url).host;

export async function listConfigurations(): Promise<Configuration[]> {
  return (await readStored('configurations')).configurations ?? [];
}

export async function findConfiguration(id: string): Promise<Configuration | undefined> {
  return (await listConfigurations()).find((one) => one.id === id);
}

/** Adds a configuration, or changes what is given of the one with its id: another page may have changed the rest. */
export async function saveConfiguration(changed: WebhookSettings): Promise<void> {
  const all = await listConfigurations();
  const isNew = !all.some(({ id }) => id === changed.id);
  await store({
    configurations: isNew
      ? [...all, { ...changed, chosen: true }]
      : all.map((one) => (one.id === changed.id ? { ...one, ...changed } : one)),
  });
}

/** Makes a press send to a configuration, or not. */
export async function chooseConfiguration(id: string, chosen: boolean): Promise<void> {
  const all = await listConfigurations();
  await store({ configurations: all.map((one) => (one.id === id ? { ...one, chosen } : one)) });
}

export async function removeConfiguration(id: string): Promise<void> {
  await store({ configurations: (await listConfigurations()).filter((one) => one.id !== id) });
}
