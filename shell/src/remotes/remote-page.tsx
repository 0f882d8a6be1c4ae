import type { ReleaseDocument } from '@leadping/contracts/release';
import { RemoteDown } from '../page/remote-down.tsx';
import type { Pages } from './pages.ts';
import { RemoteContent } from './remote-content.tsx';

interface Props {
  name: string;
  path: string;
  release: ReleaseDocument;
  pages: Pages;
}

export function RemotePage({ name, path, release, pages }: Props) {
  return (
    <RemoteContent
      name={name}
      at={path}
      pages={pages}
      renderFallback={(onRetry) => <RemoteDown remote={name} release={release} onRetry={onRetry} />}
    />
  );
}
