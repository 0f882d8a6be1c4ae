import { maskLicenseKey, readLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import { GATEWAY_URL } from '../gateway-url.ts';
import { WARN_DAYS, type LicenseState } from '../license/license-state.ts';
import { requestWorker } from '../messages.ts';
import { translate, type TextKey } from '../text.ts';
import { field, h, whileBusy } from './dom.ts';
import { counted } from './translate-page.ts';

/** The form for pasting a key. It reports typing mistakes before anything is sent. */
export function licenseForm(onActive: () => void): HTMLFormElement {
  const input = h('input', {
    name: 'key',
    class: 'mono',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX',
  });
  const { row, setFault } = field(translate('licenseKey'), input, translate('licenseKeyHint'));
  const button = h('button', { type: 'submit', class: 'primary' }, translate('activate'));
  const activate = async () => {
    setFault('');
    const reply = await requestWorker({ type: 'activate', licenseKey: input.value });
    if (reply.ok) return onActive();
    setFault(translate(...reply.text));
    input.focus();
  };
  input.addEventListener('input', () => {
    const reading = readLicenseKey(input.value);
    if (reading.readable) setFault('');
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void whileBusy(button, activate);
  };
  return h(
    'form',
    { onSubmit: submit, novalidate: true },
    row,
    h('div', { class: 'actions' }, button, guideLink('troubleshooting-license', translate('whereIsMyKey'))),
  );
}

/** A short summary of the license: the key's ends and the next step. */
export function licenseSummary(state: Exclude<LicenseState, { status: 'none' }>): HTMLElement {
  const key = h('span', { class: 'mono' }, maskLicenseKey(state.key));
  if (state.status === 'active') {
    if (state.isTrial) return trialSummary(state.daysLeft, key);
    return h(
      'div',
      { class: 'license' },
      h('p', {}, key, ' ', h('span', { class: 'tag good' }, translate('active'))),
      needsNotice(state) &&
        h(
          'p',
          { class: 'note warn', role: 'status' },
          counted(state.daysLeft, 'connectWithinDay', 'connectWithinDays'),
        ),
    );
  }
  const tag = translate(state.status === 'connect' ? 'pleaseConnect' : nameOf(state.code));
  return h(
    'div',
    { class: 'license' },
    h('p', {}, key, ' ', h('span', { class: 'tag bad' }, tag)),
    h(
      'p',
      { class: 'note bad', role: 'status' },
      translate(...state.detail),
      ...(hasTrialEnded(state) ? [' ', shopLink()] : []),
    ),
  );
}

const hasTrialEnded = (state: LicenseState) => state.status === 'refused' && state.code === 'TRIAL_ENDED';

/** Whether the user must do something soon: connect, or buy a license. */
export function needsNotice({ daysLeft, isTrial }: Extract<LicenseState, { status: 'active' }>): boolean {
  return isTrial ?? daysLeft <= WARN_DAYS;
}

function trialSummary(daysLeft: number, key: HTMLElement): HTMLElement {
  return h(
    'div',
    { class: 'license' },
    h('p', {}, key, ' ', h('span', { class: 'tag good' }, translate('trial'))),
    h(
      'p',
      { class: 'note', role: 'status' },
      counted(daysLeft, 'trialDayLeft', 'trialDaysLeft'),
      ' ',
      shopLink(),
    ),
  );
}

/** The page where a license can be bought. */
export function shopLink(): HTMLAnchorElement {
  return h('a', { href: GATEWAY_URL, target: '_blank', rel: 'noreferrer' }, translate('getLicense'));
}

/** The page where a trial can be started. */
export function trialLink(): HTMLAnchorElement {
  const href = `${GATEWAY_URL}/trial`;
  return h('a', { href, target: '_blank', rel: 'noreferrer' }, translate('tryFree'));
}

function nameOf(code: Extract<LicenseState, { status: 'refused' }>['code']): TextKey {
  switch (code) {
    case 'LICENSE_REVOKED':
      return 'revoked';
    case 'TRIAL_ENDED':
      return 'trialOver';
    case 'LICENSE_SUSPENDED':
      return 'suspended';
    case 'DEVICE_NOT_ACTIVATED':
    case 'DEVICE_SIGNED_OUT':
      return 'signedOut';
    case 'KEY_ROTATED':
      return 'replaced';
    case 'KEY_UNKNOWN':
      return 'notKnown';
    default:
      return 'refused';
  }
}

/** The owner's page on the platform: keys, browsers and orders. */
export function ownerLink(): HTMLAnchorElement {
  const href = `${GATEWAY_URL}/my`;
  return h('a', { href, target: '_blank', rel: 'noreferrer' }, translate('manageLicense'));
}

export function guideLink(slug: string, text: string): HTMLAnchorElement {
  return h('a', { href: `${GATEWAY_URL}/docs/${slug}`, target: '_blank', rel: 'noreferrer' }, text);
}
