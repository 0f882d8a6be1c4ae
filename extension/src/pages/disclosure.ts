import { hasConsent, setConsent } from '../consent.ts';
import { GATEWAY_URL } from '../gateway-url.ts';
import { translate, type TextKey } from '../text.ts';
import { h } from './dom.ts';

const POINTS: readonly [title: TextKey, text: TextKey][] = [
  ['disclosureReads', 'disclosureReadsText'],
  ['disclosureGoes', 'disclosureGoesText'],
  ['disclosureStays', 'disclosureStaysText'],
  ['disclosureWeGet', 'disclosureWeGetText'],
];

export async function disclosure(onChange: () => void): Promise<HTMLElement> {
  const box = h('input', { type: 'checkbox', id: 'consent', checked: await hasConsent() });
  box.addEventListener('change', () => void setConsent(box.checked).then(onChange));
  return h(
    'div',
    {},
    h(
      'ul',
      { class: 'points' },
      ...POINTS.map(([title, text]) => h('li', {}, h('b', {}, translate(title)), ' ', translate(text))),
    ),
    h('label', { class: 'choice consent' }, box, h('span', {}, translate('consent'))),
    h(
      'p',
      { class: 'hint' },
      translate('consentHint'),
      ' ',
      h(
        'a',
        { href: `${GATEWAY_URL}/privacy`, target: '_blank', rel: 'noreferrer' },
        translate('privacyPolicy'),
      ),
    ),
    h(
      'details',
      {},
      h('summary', {}, translate('isAllowed')),
      h('p', { class: 'hint' }, translate('isAllowedText')),
    ),
  );
}
