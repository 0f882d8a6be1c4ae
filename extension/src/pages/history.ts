import { requestWorker } from '../messages.ts';
import { isSent, type Delivery } from '../outbox/delivery.ts';
import { listDeliveries, removeDeliveries, requeue } from '../outbox/outbox.ts';
import { readStored, store } from '../storage.ts';
import { translate, type TextKey } from '../text.ts';
import { writeCsv } from './csv.ts';
import { h, redraw, whileBusy } from './dom.ts';
import { findCaptures } from './find-captures.ts';
import { historyRow } from './history-row.ts';
import { counted } from './translate-page.ts';

const PAGE_SIZE = 50;
const COLUMNS: readonly TextKey[] = ['person', 'webhook', 'state', 'captured'];

const isEnded = ({ state }: Delivery) => state !== 'waiting';

/** The captures of the last 30 days on this device, with their states. */
export async function historySection(shown = PAGE_SIZE, query = ''): Promise<HTMLElement> {
  const [deliveries, { keepsHistory = true }] = await Promise.all([
    listDeliveries(),
    readStored('keepsHistory'),
  ]);
  const section = h('div', { class: 'history' });
  const search = h('input', {
    type: 'search',
    id: 'search',
    value: query,
    autocomplete: 'off',
    'aria-label': translate('searchCaptures'),
    placeholder: translate('searchCaptures'),
  });
  const redrawWith = async (count = shown) => {
    const { parentElement } = section;
    if (parentElement) redraw(parentElement, await historySection(count, search.value));
  };
  const resend = async (matches: (delivery: Delivery) => boolean) => {
    await requeue(matches, { alsoFinished: true });
    await requestWorker({ type: 'drain' });
    await redrawWith();
  };
  section.append(keepRow(keepsHistory, redrawWith));
  if (deliveries.length === 0) {
    section.append(h('p', { class: 'empty' }, translate('nothingCaptured')));
    return section;
  }

  const failed = deliveries.filter(({ state }) => state === 'failed').length;
  const resendFailed = h(
    'button',
    { type: 'button', id: 'resend' },
    translate('sendFailedAgain', String(failed)),
  );
  resendFailed.addEventListener(
    'click',
    () => void whileBusy(resendFailed, () => resend(({ state }) => state === 'failed')),
  );
  const save = h(
    'button',
    { type: 'button', onClick: () => void listDeliveries().then(download) },
    translate('exportCsv'),
  );
  const clear = h('button', { type: 'button', class: 'danger', id: 'clear' }, translate('clearHistory'));
  clear.addEventListener('click', () => {
    void whileBusy(clear, async () => {
      if (!(await agreesToDelete(isEnded, 'waitingStay'))) return;
      await removeDeliveries(isEnded);
      await requestWorker({ type: 'drain' });
      await redrawWith();
    });
  });
  section.append(
    h('div', { class: 'actions' }, save, failed > 0 && resendFailed, deliveries.some(isEnded) && clear),
    search,
    foundRows(deliveries, search, shown, { resend, showMore: () => redrawWith(shown + PAGE_SIZE) }),
  );
  return section;
}

/** The table of search results. Typing replaces its rows and keeps everything around it. */
function foundRows(
  deliveries: readonly Delivery[],
  search: HTMLInputElement,
  shown: number,
  { resend, showMore }: { resend: Parameters<typeof historyRow>[1]; showMore: () => Promise<void> },
): HTMLElement {
  const body = h('tbody');
  const result = h('p', { class: 'hint', role: 'status' });
  const more = h(
    'button',
    { type: 'button', id: 'more', onClick: () => void showMore() },
    translate('showMore'),
  );
  const head = COLUMNS.map((key) => h('th', { scope: 'col' }, translate(key)));
  const action = h('th', { scope: 'col' }, h('span', { class: 'hidden' }, translate('action')));
  const table = h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': translate('captures') },
    h('table', {}, h('thead', {}, h('tr', {}, ...head, action)), body),
  );
  const fill = () => {
    const found = findCaptures(deliveries, search.value);
    const isSearched = search.value.trim() !== '';
    body.replaceChildren(...found.slice(0, shown).map((delivery) => historyRow(delivery, resend)));
    table.hidden = found.length === 0;
    more.hidden = found.length <= shown;
    result.textContent = !isSearched
      ? ''
      : found.length > 0
        ? counted(found.length, 'countFoundOne', 'countFound')
        : translate('nothingFound', search.value.trim());
  };
  search.addEventListener('input', fill);
  fill();
  return h('div', {}, result, table, h('div', { class: 'actions' }, more));
}

function keepRow(keepsHistory: boolean, onChange: () => Promise<void>): HTMLElement {
  const keep = h('input', { type: 'checkbox', id: 'keep', checked: keepsHistory });
  keep.addEventListener('change', () => {
    void (async () => {
      const isDeclined = !keep.checked && !(await agreesToDelete(isSent, 'deletedWhenSent'));
      if (isDeclined) {
        keep.checked = true;
        return;
      }
      await store({ keepsHistory: keep.checked });
      if (!keep.checked) await removeDeliveries(isSent);
      await onChange();
    })();
  });
  const text = h('span', {}, translate('keepCaptures'), h('small', {}, translate('keepCapturesText')));
  return h('label', { class: 'choice' }, keep, text);
}

/**
 * Asks for confirmation and counts presses, because a capture has a row for each webhook. Skips the question
 * if nothing would be deleted.
 */
async function agreesToDelete(matches: (delivery: Delivery) => boolean, rest: TextKey): Promise<boolean> {
  const { size } = new Set((await listDeliveries()).filter(matches).map(({ pressId }) => pressId));
  return size === 0 || confirm(`${counted(size, 'deleteCapture', 'deleteCaptures')} ${translate(rest)}`);
}

function download(deliveries: readonly Delivery[]): void {
  const url = URL.createObjectURL(new Blob([writeCsv(deliveries)], { type: 'text/csv' }));
  h('a', { href: url, download: `leadping-${new Date().toISOString().slice(0, 10)}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
