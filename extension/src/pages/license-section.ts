import { readLicenseState } from '../license/license-state.ts';
import { requestWorker, type DevicesReply } from '../messages.ts';
import { translate } from '../text.ts';
import { ago, h, whileBusy } from './dom.ts';
import { licenseForm, licenseSummary, ownerLink } from './license-form.ts';

export async function licenseSection(redraw: () => void): Promise<HTMLElement> {
  const state = await readLicenseState(Date.now());
  const form = licenseForm(redraw);
  if (state.status === 'none') return h('div', {}, form);
  const result = h('p', { class: 'result', role: 'status' });
  const button = (text: string, type: 'renew' | 'deactivate') => {
    const made = h('button', { type: 'button', id: type }, text);
    made.addEventListener('click', () => {
      void whileBusy(made, async () => {
        const reply = await requestWorker({ type });
        if (reply.ok) redraw();
        else result.textContent = translate(...reply.text);
      });
    });
    return made;
  };
  return h(
    'div',
    {},
    licenseSummary(state),
    h(
      'div',
      { class: 'actions' },
      button(translate('checkNow'), 'renew'),
      button(translate('deactivate'), 'deactivate'),
      ownerLink(),
    ),
    result,
    state.status === 'active' ? await deviceList(redraw) : h('section', {}, form),
  );
}

async function deviceList(redraw: () => void): Promise<HTMLElement> {
  const reply = (await requestWorker<DevicesReply>({ type: 'list-devices' })) as DevicesReply;
  if (!reply.ok) return h('section', {}, h('p', { class: 'quiet' }, translate('devicesUnknown', reply.text)));
  const result = h('p', { class: 'result bad', role: 'status' });
  const items = reply.devices.map(({ deviceId, deviceName, lastUsedAt, isThisOne }) => {
    const name = deviceName || translate('aDevice');
    const signOut = h(
      'button',
      { type: 'button', 'aria-label': translate('signNameOut', name) },
      translate('signOut'),
    );
    signOut.addEventListener('click', () => {
      void whileBusy(signOut, async () => {
        const signedOut = await requestWorker({ type: 'sign-out-device', deviceId });
        if (signedOut.ok) redraw();
        else result.textContent = translate(...signedOut.text);
      });
    });
    const when = isThisOne ? translate('thisBrowser') : translate('lastUsed', ago(Date.parse(lastUsedAt)));
    return h('li', {}, h('span', {}, name, h('small', {}, when)), !isThisOne && signOut);
  });
  const title = h('h3', {}, translate('devices', String(items.length), '5'));
  return h('section', {}, title, h('ul', { class: 'list' }, ...items), result);
}
