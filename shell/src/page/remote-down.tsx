import type { ReleaseDocument } from '@leadping/contracts/release';
import { PAGE_DOWN } from '@leadping/web-kit/page/page-down.tsx';
import { findRemoteRoute } from '../routes.ts';
import { Notice } from './notice.tsx';

/** Places worth going to when a page fails, if another remote shows them. */
const PLACES = [
  { path: '/', label: 'Home' },
  { path: '/support', label: 'Support' },
  { path: '/auth', label: 'Sign in' },
];

interface Props {
  remote: string;
  release: ReleaseDocument;
  onRetry(): void;
}

/** Says which part does not work and what still does. */
export function RemoteDown({ remote, release, onRetry }: Props) {
  const places = PLACES.filter(({ path }) => {
    const found = findRemoteRoute(release, path);
    return found && found.remote !== remote;
  });
  return (
    <Notice
      title={PAGE_DOWN.title}
      actions={
        <>
          <button type="button" onClick={onRetry}>
            Try again
          </button>
          {places.map(({ path, label }) => (
            // A fresh load of the page also brings a newer release, if there is one.
            <a key={path} href={path}>
              {label}
            </a>
          ))}
        </>
      }
    >
      {PAGE_DOWN.text}
    </Notice>
  );
}
