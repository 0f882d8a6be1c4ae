import { maskLicenseKey, readLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import { GATEWAY_URL } from '../gateway-url.ts';
import { WARN_DAYS, type LicenseState } from '../license/license-state.ts';
import { requestWorker } from '../messages.ts';
import { counted, field, h, whileBusy } from './dom.ts';

/** The field in which the whole key is pasted. A typing mistake is said before anything is sent. */
export function licenseForm(onActive: () => void): HTMLFormElement {
  const input = h('input', {
    name: 'key',
    class: 'mono',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX',
  });
  const { row, setFault } = field('License key', input, 'Eight groups of four characters, dashes included.');
  const button = h('button', { type: 'submit', class: 'primary' }, 'Activate');
  const activate = async () => {
    setFault('');
    const reply = await requestWorker({ type: 'activate', licenseKey: input.value });
    if (reply.ok) return onActive();
    setFault(reply.text);
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
    h('div', { class: 'actions' }, button, guideLink('troubleshooting-license', 'Where is my key?')),
  );
}

/** The license in a line or two: the key's ends, and what is to do. */
export function licenseSummary(state: Exclude<LicenseState, { status: 'none' }>): HTMLElement {
  const key = h('span', { class: 'mono' }, maskLicenseKey(state.key));
  if (state.status === 'active') {
    const isWarned = state.daysLeft <= WARN_DAYS;
    return h(
      'div',
      { class: 'license' },
      h('p', {}, key, ' ', h('span', { class: 'tag good' }, 'Active')),
      isWarned &&
        h(
          'p',
          { class: 'note warn', role: 'status' },
          `The license could not be checked for a while. Connect within ${counted(state.daysLeft, 'day', 'days')}, then everything continues as before.`,
        ),
    );
  }
  const tag = state.status === 'connect' ? 'Please connect' : nameOf(state.code);
  return h(
    'div',
    { class: 'license' },
    h('p', {}, key, ' ', h('span', { class: 'tag bad' }, tag)),
    h('p', { class: 'note bad', role: 'status' }, state.detail),
  );
}

/** The words of the guide on licenses. */
function nameOf(code: Extract<LicenseState, { status: 'refused' }>['code']): string {
  switch (code) {
    case 'LICENSE_REVOKED':
      return 'Revoked';
    case 'LICENSE_SUSPENDED':
      return 'Suspended';
    case 'DEVICE_NOT_ACTIVATED':
    case 'DEVICE_SIGNED_OUT':
      return 'Signed out';
    case 'KEY_UNKNOWN':
      return 'Not known';
    default:
      return 'Refused';
  }
}

export function guideLink(slug: string, text: string): HTMLAnchorElement {
  return h('a', { href: `${GATEWAY_URL}/docs/${slug}`, target: '_blank', rel: 'noreferrer' }, text);
}
