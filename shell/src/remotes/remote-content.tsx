import { PartBoundary } from '@leadping/web-kit/page/part-boundary.tsx';
import { useShell } from '@leadping/web-kit/shell';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Gate } from '../access/gate.tsx';
import { Loader } from '../page/loader.tsx';
import type { LoadedPage, Pages } from './pages.ts';

interface Props {
  name: string;
  /** The path, or the place in a dashboard. */
  at: string;
  pages: Pages;
  /** What is in its place when it fails; `onRetry` loads it again. */
  renderFallback(onRetry: () => void): ReactNode;
}

function guarded({ Page, roles }: LoadedPage): ComponentType {
  return roles ? () => <Gate roles={roles} page={<Page />} /> : Page;
}

/** Made anew for each try: React remembers the failure of a lazy component. */
function openPage({ name, at, pages }: Props): ComponentType {
  const loaded = pages.find(name, at);
  if (loaded) return guarded(loaded);
  return lazy(async () => ({ default: guarded(await pages.load(name, at)) }));
}

/** What a remote shows, with a loader before it and a fallback when it fails. */
export function RemoteContent(props: Props) {
  const { name, pages, renderFallback } = props;
  const { reportError } = useShell();
  const [Page, setPage] = useState(() => openPage(props));
  return (
    <PartBoundary
      report={(error) => reportError(error, { name, version: pages.versionOf(name) })}
      renderFallback={(retry) =>
        renderFallback(() => {
          setPage(() => openPage(props));
          retry();
        })
      }
    >
      <Suspense fallback={<Loader />}>
        <Page />
      </Suspense>
    </PartBoundary>
  );
}
