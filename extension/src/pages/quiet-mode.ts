import { readStored, store } from '../storage.ts';
import { translate } from '../text.ts';
import { h } from './dom.ts';

/** The switch of quiet mode. It takes effect in open tabs immediately. */
export async function quietModeRow(): Promise<HTMLElement> {
  const { isQuiet = false } = await readStored('isQuiet');
  const box = h('input', { type: 'checkbox', id: 'quiet', checked: isQuiet });
  box.addEventListener('change', () => void store({ isQuiet: box.checked }));
  const words = h('span', {}, translate('quietMode'), h('small', {}, translate('quietModeHint')));
  return h('label', { class: 'choice' }, box, words);
}
