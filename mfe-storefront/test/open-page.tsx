import { openPage as openPageOf } from '../../web-kit/test/open-page.tsx';
import type { Replies } from '../../web-kit/test/api-stub.ts';
import remote from '../src/remote.tsx';

export { openPart } from '../../web-kit/test/open-page.tsx';

/** Opens a path of the storefront as a visitor would who is not signed in; `replies` change what the server says. */
export function openPage(path: string, replies: Replies = {}) {
  return openPageOf(remote, path, replies);
}
