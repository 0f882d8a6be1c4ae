import type {
  getSelectors,
  listSelectorsVersions,
  restoreSelectors,
  saveSelectors,
} from '@leadping/contracts/licensing/selectors-routes';
import { endpoint } from '@leadping/web-kit/api/call';

export const readSelectors = endpoint<typeof getSelectors>('GET', '/api/selectors');
export const writeSelectors = endpoint<typeof saveSelectors>('POST', '/api/selectors');
export const readVersions = endpoint<typeof listSelectorsVersions>('GET', '/api/selectors/versions');
export const restoreVersion = endpoint<typeof restoreSelectors>('POST', '/api/selectors/restore');

/** What the extension reads. */
export const PUBLIC_PATH = '/api/public/selectors';
