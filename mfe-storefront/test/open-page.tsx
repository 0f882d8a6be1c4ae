import { openPage as openPageOf } from '@leadping/test-kit/web/open-page';
import type { Replies } from '@leadping/test-kit/web/api-stub';
import remote from '../src/remote.tsx';

export { openPart } from '@leadping/test-kit/web/open-page';

/** Opens a path of the storefront as a signed-out visitor. `replies` override the server's replies. */
export function openPage(path: string, replies: Replies = {}) {
  return openPageOf(remote, path, replies);
}
