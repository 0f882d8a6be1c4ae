import type { ClientError } from '@leadping/contracts/telemetry';
import { PAGE_TOKEN_NAME } from '@leadping/contracts/gateway/page';
import { CLIENT_ERRORS_PATH } from '@leadping/contracts/telemetry-paths';
import { send } from './send.ts';

const MAX_REPORTS = 20;
let reports = 0;

/** Reports an error with its app and version. The registry rolls back a release with too many errors. */
export function reportError(error: unknown, app: { name: string; version: string }): void {
  // Limits the reports of a page that fails in a loop.
  if (reports >= MAX_REPORTS) return;
  reports += 1;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  send(CLIENT_ERRORS_PATH, {
    app: app.name,
    version: app.version,
    message: message.slice(0, 500),
    stack: stack?.slice(0, 4000),
    path: location.pathname,
    pageToken: document.querySelector<HTMLMetaElement>(`meta[name=${PAGE_TOKEN_NAME}]`)?.content,
  } satisfies ClientError);
}
