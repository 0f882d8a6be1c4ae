import { getPublicSelectors } from '@leadping/contracts/endpoints/licensing/selectors';
import { readSelectorSet, type SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { fetchWithin } from '../fetch-within.ts';
import { GATEWAY_URL } from '../gateway-url.ts';
import { readStored, store } from '../storage.ts';
import { toHex } from '../to-hex.ts';

const TIMEOUT_MS = 10_000;
const MAX_TEXT_LENGTH = 64 * 1024;

/**
 * Fetches the published set. The browser's cache sends the ETag. The stored set stays if the request fails.
 */
export async function refreshSelectors(): Promise<void> {
  try {
    const published = await fetchWithin(
      `${GATEWAY_URL}${getPublicSelectors.path}`,
      { credentials: 'omit' },
      TIMEOUT_MS,
      async (reply) =>
        reply.ok ? ((await reply.json()) as { selectors?: unknown; version?: unknown }) : null,
    );
    if (!published) return;
    const { selectors: text, version } = published;
    if (typeof text !== 'string' || text.length > MAX_TEXT_LENGTH) return;
    const hash = await hashText(text);
    const { selectors } = await readStored('selectors');
    const number = typeof version === 'number' ? version : 0;
    if (selectors?.hash === hash && selectors.version === number) return;
    await store({ selectors: { hash, version: number, set: parseSet(text) } });
  } catch {
    // Offline, or the platform is down. The next refresh is hours away and nothing depends on it.
  }
}

function parseSet(text: string): SelectorSet {
  try {
    return readSelectorSet(JSON.parse(text));
  } catch {
    return {};
  }
}

async function hashText(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
