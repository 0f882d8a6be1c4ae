import { PartBoundary } from '@leadping/web-kit/page/part-boundary.tsx';
import { useShell } from '@leadping/web-kit/shell';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Gate } from '../access/gate.tsx';
import { Loader } from '../page/loader.tsx';
import type { LoadedPage, Pages } from './pages.ts';

interface Props {
  name: string;
  at: string;
  pages: Pages;
  /** Renders the fallback after a failure. `onRetry` loads the content again. */
  renderFallback(onRetry: () => void): ReactNode;
}

function guarded({ Page, roles }: LoadedPage): ComponentType {
  return roles ? () => <Gate roles={roles} page={<Page />} /> : Page;
}

/** Creates a component for each attempt, because React remembers the failure of a lazy component. */
function openPage({ name, at, pages }: Props): ComponentType {
  const loaded = pages.find(name, at);
  if (loaded) return guarded(loaded);
  return lazy(async () => ({ default: guarded(await pages.load(name, at)) }));
}

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
