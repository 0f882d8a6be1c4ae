import type { ReleaseDocument } from '@leadping/contracts/release';
import type { Shell } from '@leadping/web-kit/shell';
import { ViewDown } from '../page/view-down.tsx';
import { type Pages, placeOf } from './pages.ts';
import { RemoteContent } from './remote-content.tsx';

/**
 * The views of the release by slot. Each is created once, so that repeated requests of a host return the same
 * views.
 */
export function createViews({ remotes }: ReleaseDocument, pages: Pages): NonNullable<Shell['views']> {
  const contributed = Object.entries(remotes).flatMap(([name, { views = [] }]) =>
    views.map((entry) => ({
      ...entry,
      view: () => (
        <RemoteContent
          name={name}
          at={placeOf(entry)}
          pages={pages}
          renderFallback={(onRetry) => <ViewDown label={entry.label} onRetry={onRetry} />}
        />
      ),
    })),
  );
  return (slot) => contributed.filter((view) => view.slot === slot);
}
