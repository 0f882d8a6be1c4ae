import { translate, type TextKey } from '../text.ts';
import { h } from './dom.ts';
import { guideLink } from './license-form.ts';
import { SHEET_SCRIPT } from './sheet-script.ts';

const STEPS: readonly TextKey[] = ['sheetStep1', 'sheetStep2', 'sheetStep3', 'sheetStep4'];

/** An alternative for people without a webhook: their own spreadsheet that accepts leads. */
export function noWebhookYet(): HTMLElement {
  const [open, paste, deploy, copy] = STEPS.map((step) => h('li', {}, translate(step)));
  open?.append(
    ' ',
    h('a', { href: 'https://sheets.new', target: '_blank', rel: 'noreferrer' }, translate('newSheet')),
  );
  paste?.append(...scriptToCopy());
  const steps = [open, paste, deploy, copy].map((step) => step ?? null);
  return h(
    'details',
    { class: 'no-webhook' },
    h('summary', {}, translate('noWebhookYet')),
    h('p', {}, translate('noWebhookSheet')),
    h('ol', {}, ...steps),
    h('p', { class: 'hint' }, translate('noWebhookOther'), ' ', guideLink('webhooks', translate('guide'))),
  );
}

function scriptToCopy(): HTMLElement[] {
  const result = h('span', { class: 'copied', role: 'status' });
  const button = h('button', { type: 'button' }, translate('copyScript'));
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(SHEET_SCRIPT).then(
      () => (result.textContent = translate('copied')),
      () => (result.textContent = translate('notCopied')),
    );
  });
  const code = h('pre', { class: 'mono', tabindex: '0', 'aria-label': 'Apps Script' }, SHEET_SCRIPT);
  return [h('div', { class: 'actions' }, button, result), code];
}
