import type { ReleaseDocument } from '@leadping/contracts/release';
import { useShell } from '@leadping/web-kit/shell';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Gate } from '../access/gate.tsx';
import { Loader } from '../page/loader.tsx';
import { RemoteDown } from '../page/remote-down.tsx';
import type { LoadedPage, Pages } from './pages.ts';
import { RemoteBoundary } from './remote-boundary.tsx';

interface Props {
  name: string;
  path: string;
  release: ReleaseDocument;
  pages: Pages;
}

function guarded({ Page, roles }: LoadedPage): ComponentType {
  return roles ? () => <Gate roles={roles} page={<Page />} /> : Page;
}

/** Made anew for each try: React remembers the failure of a lazy component. */
function openPage({ name, path, pages }: Props): ComponentType {
  const loaded = pages.find(name, path);
  if (loaded) return guarded(loaded);
  return lazy(async () => ({ default: guarded(await pages.load(name, path)) }));
}

/** A page of a remote, with a loader before it and a way on when it fails. */
export function RemotePage(props: Props) {
  const { name, release, pages } = props;
  const { reportError } = useShell();
  const [Page, setPage] = useState(() => openPage(props));
  return (
    <RemoteBoundary
      onError={(error) => reportError(error, { name, version: pages.versionOf(name) })}
      renderFallback={(retry) => (
        <RemoteDown
          remote={name}
          release={release}
          onRetry={() => {
            setPage(() => openPage(props));
            retry();
          }}
        />
      )}
    >
      <Suspense fallback={<Loader />}>
        <Page />
      </Suspense>
    </RemoteBoundary>
  );
}
