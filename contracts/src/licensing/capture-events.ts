import { defineEvent } from '../event.ts';
import { CaptureAlert } from './capture-report-routes.ts';

/** Captures of one layout fail for many customers. The admins get at most one mail a day per layout. */
export const capturesFailing = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.captures.failing',
  version: 1,
  payload: CaptureAlert,
});
