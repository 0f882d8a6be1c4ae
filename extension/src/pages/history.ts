import type { Lead } from '../capture/lead.ts';
import { requestWorker } from '../messages.ts';
import { isSent, type Delivery } from '../outbox/delivery.ts';
import { listDeliveries, removeDeliveries, requeue } from '../outbox/outbox.ts';
import { adviceFor } from '../outbox/read-outcome.ts';
import { readStored, store } from '../storage.ts';
import { writeCsv } from './csv.ts';
import { ago, counted, h, redraw, whileBusy } from './dom.ts';
import { stateTag } from './state-tag.ts';

const PAGE_SIZE = 50;

const isEnded = ({ state }: Delivery) => state !== 'waiting';

/** The captures of the last 30 days on this device, with what became of them. */
export async function historySection(shown = PAGE_SIZE): Promise<HTMLElement> {
  const [deliveries, { keepsHistory = true }] = await Promise.all([
    listDeliveries(),
    readStored('keepsHistory'),
  ]);
  const section = h('div', { class: 'history' });
  const redrawWith = async (count = shown) => {
    const { parentElement } = section;
    if (parentElement) redraw(parentElement, await historySection(count));
  };
  const resend = async (matches: (delivery: Delivery) => boolean) => {
    await requeue(matches, { alsoFinished: true });
    await requestWorker({ type: 'drain' });
    await redrawWith();
  };

  const keep = h('input', { type: 'checkbox', id: 'keep', checked: keepsHistory });
  keep.addEventListener('change', () => {
    void (async () => {
      const isDeclined =
        !keep.checked &&
        !(await agreesToDelete(isSent, 'From now on, each is deleted as soon as it is sent.'));
      if (isDeclined) {
        keep.checked = true;
        return;
      }
      await store({ keepsHistory: keep.checked });
      if (!keep.checked) await removeDeliveries(isSent);
      await redrawWith();
    })();
  });
  const keepRow = h(
    'label',
    { class: 'choice' },
    keep,
    h(
      'span',
      {},
      'Keep sent captures here',
      h('small', {}, 'For 30 days, on this device only. Otherwise each is deleted when it was sent.'),
    ),
  );
  if (deliveries.length === 0) {
    section.append(
      keepRow,
      h('p', { class: 'empty' }, 'Nothing captured yet. Open a profile and press Ping.'),
    );
    return section;
  }

  const failed = deliveries.filter(({ state }) => state === 'failed').length;
  const resendFailed = h('button', { type: 'button', id: 'resend' }, `Send ${failed} failed again`);
  resendFailed.addEventListener(
    'click',
    () => void whileBusy(resendFailed, () => resend(({ state }) => state === 'failed')),
  );
  const save = h(
    'button',
    { type: 'button', onClick: () => void listDeliveries().then(download) },
    'Export CSV',
  );
  const clear = h('button', { type: 'button', class: 'danger', id: 'clear' }, 'Clear history');
  clear.addEventListener('click', () => {
    void whileBusy(clear, async () => {
      if (!(await agreesToDelete(isEnded, 'Waiting ones stay.'))) return;
      await removeDeliveries(isEnded);
      await requestWorker({ type: 'drain' });
      await redrawWith();
    });
  });
  const more = h(
    'button',
    { type: 'button', id: 'more', onClick: () => void redrawWith(shown + PAGE_SIZE) },
    'Show more',
  );
  section.append(
    keepRow,
    h('div', { class: 'actions' }, save, failed > 0 && resendFailed, deliveries.some(isEnded) && clear),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Captures' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...['Person', 'Webhook', 'State', 'Captured', ''].map((text) =>
              h('th', { scope: 'col' }, text || h('span', { class: 'hidden' }, 'Action')),
            ),
          ),
        ),
        h('tbody', {}, ...deliveries.slice(0, shown).map((delivery) => row(delivery, resend))),
      ),
    ),
  );
  if (deliveries.length > shown) section.append(h('div', { class: 'actions' }, more));
  return section;
}

/** Asks the person, who counts presses: a capture has a row for each webhook. Nothing to delete is not asked about. */
async function agreesToDelete(matches: (delivery: Delivery) => boolean, rest: string): Promise<boolean> {
  const { size } = new Set((await listDeliveries()).filter(matches).map(({ pressId }) => pressId));
  return size === 0 || confirm(`Delete ${counted(size, 'capture', 'captures')} from this device? ${rest}`);
}

function row(
  delivery: Delivery,
  resend: (matches: (one: Delivery) => boolean) => Promise<void>,
): HTMLElement {
  const { id, lead, configurationName, host, state, lastText, capturedAt, attempts } = delivery;
  const again = h(
    'button',
    {
      type: 'button',
      id: `again-${id}`,
      class: state === 'failed' ? '' : 'plain',
      'aria-label': `Send ${lead.fullName || 'this profile'} again`,
    },
    'Send again',
  );
  again.addEventListener('click', () => void whileBusy(again, () => resend((one) => one.id === id)));
  const why = isSent(delivery) ? '' : lastText;
  const advice = adviceFor(lastText, host);
  return h(
    'tr',
    {},
    h(
      'td',
      {},
      h(
        'a',
        { href: lead.profileUrl, target: '_blank', rel: 'noreferrer' },
        h('bdi', {}, lead.fullName || 'No name found'),
      ),
      h('small', {}, h('bdi', {}, describe(lead))),
    ),
    h('td', {}, configurationName, h('small', {}, host)),
    h(
      'td',
      {},
      stateTag(state),
      why && h('small', {}, `${why}${attempts > 1 ? `, ${counted(attempts, 'attempt', 'attempts')}` : ''}`),
      advice && h('small', {}, advice),
    ),
    h(
      'td',
      {},
      h(
        'time',
        { datetime: new Date(capturedAt).toISOString(), title: new Date(capturedAt).toLocaleString() },
        ago(capturedAt),
      ),
    ),
    h('td', {}, again),
  );
}

/** A headline often names the company already. */
function describe({ jobTitle, company }: Lead): string {
  return jobTitle.includes(company) ? jobTitle : [jobTitle, company].filter(Boolean).join(' · ');
}

function download(deliveries: readonly Delivery[]): void {
  const url = URL.createObjectURL(new Blob([writeCsv(deliveries)], { type: 'text/csv' }));
  h('a', { href: url, download: `leadping-${new Date().toISOString().slice(0, 10)}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
