import type { ReleaseDocument } from '@leadping/contracts/release';
import { useShell } from '@leadping/web-kit/shell';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Gate } from '../access/gate.tsx';
import { Loader } from '../page/loader.tsx';
import { RemoteDown } from '../page/remote-down.tsx';
import { tryTwice, withTimeout } from './attempts.ts';
import type { RemoteLoader } from './load-remote.ts';
import { RemoteBoundary } from './remote-boundary.tsx';

interface Props {
  name: string;
  path: string;
  release: ReleaseDocument;
  remotes: RemoteLoader;
}

/** Made anew for each try: React remembers the failure of a lazy component. */
function openPage({ name, path, remotes }: Props): ComponentType {
  return lazy(async () => {
    const { remote } = await remotes.load(name);
    const route = remote.routes.find((entry) => entry.path === path);
    if (!route) throw new Error(`${name} has no page for ${path}`);
    const { default: Page } = await tryTwice(() => withTimeout(route.load(), `${name}${path}`));
    const { roles } = route;
    return { default: roles ? () => <Gate roles={roles} page={<Page />} /> : Page };
  });
}

/** A page of a remote, with a loader before it and a way on when it fails. */
export function RemotePage(props: Props) {
  const { name, release, remotes } = props;
  const { reportError } = useShell();
  const [Page, setPage] = useState(() => openPage(props));
  return (
    <RemoteBoundary
      onError={(error) => reportError(error, { name, version: remotes.versionOf(name) })}
      fallback={(retry) => (
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
