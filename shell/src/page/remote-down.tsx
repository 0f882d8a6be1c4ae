import type { ReleaseDocument } from '@leadping/contracts/release';
import { PAGE_DOWN } from '@leadping/web-kit/page/page-down.tsx';
import { findRemoteRoute } from '../routes.ts';
import { Notice } from './notice.tsx';

/** Suggested pages after a failure, if another remote shows them. */
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
            // A full page load also gets a newer release, if there is one.
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
