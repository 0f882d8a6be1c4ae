import { text, type Text, type TextKey } from '../text.ts';
import { APPS_SCRIPT_HOST } from './read-outcome.ts';

/** The shown text and the advice for each stored result, as in the guide on connections. */
const OUTCOMES: Record<string, [shown: TextKey, advice?: TextKey]> = {
  Sent: ['sent'],
  'Sent, unconfirmed': ['sentUnconfirmed'],
  'Could not be reached': ['unreachable', 'unreachableAdvice'],
  'Answered 400, busy': ['answeredBusy', 'answeredBusyAdvice'],
  'Answered 401 or 403': ['answeredForbidden', 'answeredForbiddenAdvice'],
  'Answered 404 or 410': ['answeredGone', 'answeredGoneAdvice'],
  'Answered 500 and above': ['answeredBroken', 'answeredBrokenAdvice'],
  'Answered with a redirect': ['answeredRedirect', 'answeredRedirectAdvice'],
  'Chrome’s permission is missing': ['noPermission', 'noPermissionAdvice'],
  'Did not reply in 15 seconds': ['late', 'lateAdvice'],
  'Webhook removed': ['webhookRemoved', 'webhookRemovedAdvice'],
};
const STATUS_ADVICE: Record<string, TextKey> = {
  408: 'answeredEarlyAdvice',
  425: 'answeredEarlyAdvice',
  429: 'answeredThrottledAdvice',
};
const STATUS = /^Answered (\d{3})$/;

export function describeOutcome(lastText: string): Text {
  const status = STATUS.exec(lastText)?.[1];
  if (status) return text('answered', status);
  const outcome = OUTCOMES[lastText];
  return outcome ? text(outcome[0]) : text('verbatim', lastText);
}

/** The advice for a stored result. Null if the user has nothing to do. */
export function adviceFor(lastText: string, host: string): Text | null {
  if (lastText === 'Sent, unconfirmed' && host === APPS_SCRIPT_HOST) return text('appsScriptAdvice');
  const status = STATUS.exec(lastText)?.[1];
  if (status) return text(STATUS_ADVICE[status] ?? 'answeredRefusedAdvice');
  const advice = OUTCOMES[lastText]?.[1];
  return advice ? text(advice, host) : null;
}
