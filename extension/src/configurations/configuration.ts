import { readStored, store, type Configuration } from '../storage.ts';
import { text, type Text } from '../text.ts';
import { findDeadAddress } from './find-dead-address.ts';

/** The content of the webhook form. A separate control sets `chosen`. */
export type WebhookSettings = Omit<Configuration, 'chosen'>;

export const MAX_NAME_LENGTH = 60;
const MAX_URL_LENGTH = 2000;

export type UrlReading = { url: string } | { fault: Text };

/**
 * Reads a pasted webhook address. It must use https, and it must not be a private address or a web page for
 * people.
 */
export function readWebhookUrl(pasted: string): UrlReading {
  const typed = pasted.trim();
  if (!typed) return { fault: text('urlEmpty') };
  if (typed.length > MAX_URL_LENGTH) return { fault: text('urlLong', String(MAX_URL_LENGTH)) };
  let url: URL;
  try {
    url = new URL(typed);
  } catch {
    return { fault: text('urlUnreadable') };
  }
  if (url.protocol !== 'https:') return { fault: text('urlPlain') };
  if (url.username || url.password) return { fault: text('urlPassword') };
  if (isPrivateHost(url.hostname)) return { fault: text('urlPrivate') };
  const dead = findDeadAddress(url);
  if (dead) return { fault: dead };
  url.hash = '';
  return { url: url.href };
}

/** Whether a host name leads to this machine or its private network. */
function isPrivateHost(name: string): boolean {
  // A trailing dot is the DNS root: `localhost.` equals `localhost`.
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

/**
 * Adds a configuration, or merges changes into the one with the same id, because another page may have
 * changed the rest.
 */
export async function saveConfiguration(changed: WebhookSettings): Promise<void> {
  const all = await listConfigurations();
  const isNew = !all.some(({ id }) => id === changed.id);
  await store({
    configurations: isNew
      ? [...all, { ...changed, chosen: true }]
      : all.map((one) => (one.id === changed.id ? { ...one, ...changed } : one)),
  });
}

export async function chooseConfiguration(id: string, chosen: boolean): Promise<void> {
  const all = await listConfigurations();
  await store({ configurations: all.map((one) => (one.id === id ? { ...one, chosen } : one)) });
}

export async function removeConfiguration(id: string): Promise<void> {
  await store({ configurations: (await listConfigurations()).filter((one) => one.id !== id) });
}
