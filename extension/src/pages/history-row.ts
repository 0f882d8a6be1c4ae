import type { Lead } from '../capture/lead.ts';
import { adviceFor, describeOutcome } from '../outbox/describe-outcome.ts';
import { isSent, type Delivery } from '../outbox/delivery.ts';
import { translate } from '../text.ts';
import { ago, h, whileBusy } from './dom.ts';
import { foldedLeadDetails } from './lead-details.ts';
import { stateTag } from './state-tag.ts';
import { counted } from './translate-page.ts';

export function historyRow(
  delivery: Delivery,
  resend: (matches: (one: Delivery) => boolean) => Promise<void>,
): HTMLElement {
  const { id, lead, configurationName, host, state, capturedAt } = delivery;
  const again = h(
    'button',
    {
      type: 'button',
      id: `again-${id}`,
      class: state === 'failed' ? '' : 'plain',
      'aria-label': translate('sendNameAgain', lead.fullName || translate('thisProfile')),
    },
    translate('sendAgain'),
  );
  again.addEventListener('click', () => void whileBusy(again, () => resend((one) => one.id === id)));
  const name = h('bdi', {}, lead.fullName || translate('noName'));
  const time = new Date(capturedAt);
  return h(
    'tr',
    {},
    h(
      'td',
      {},
      h('a', { href: lead.profileUrl, target: '_blank', rel: 'noreferrer' }, name),
      h('small', {}, h('bdi', {}, describe(lead))),
      foldedLeadDetails(lead),
    ),
    h('td', {}, configurationName, h('small', {}, host)),
    h('td', {}, stateTag(state), ...explain(delivery)),
    h(
      'td',
      {},
      h(
        'time',
        { datetime: time.toISOString(), title: time.toLocaleString(translate('language')) },
        ago(capturedAt),
      ),
    ),
    h('td', {}, again),
  );
}

function explain(delivery: Delivery): HTMLElement[] {
  const { lastText, host, attempts } = delivery;
  const lines: string[] = [];
  if (!isSent(delivery) && lastText) {
    const tries = attempts > 1 ? `, ${counted(attempts, 'attempt', 'attempts')}` : '';
    lines.push(`${translate(...describeOutcome(lastText))}${tries}`);
  }
  const advice = adviceFor(lastText, host);
  if (advice) lines.push(translate(...advice));
  return lines.map((line) => h('small', {}, line));
}

/** A headline often names the company already. */
function describe({ jobTitle, company }: Lead): string {
  return jobTitle.includes(company) ? jobTitle : [jobTitle, company].filter(Boolean).join(' · ');
}
