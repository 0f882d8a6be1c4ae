import { defineEvent } from '../event.ts';
import { CaptureAlert } from './capture-report-routes.ts';

/** Captures of one layout fail for many customers: the admins get a mail, once a day for a layout. */
export const capturesFailing = defineEvent({
  producer: 'svc-licensing',
  subject: 'licensing.captures.failing',
  version: 1,
  payload: CaptureAlert,
});
