import { countPeople, forgetPeople, remembersPeople, setRemembersPeople } from '../captured/sent-people.ts';
import { translate } from '../text.ts';
import { h, redraw, whileBusy } from './dom.ts';
import { counted } from './translate-page.ts';

export async function memorySection(): Promise<HTMLElement> {
  const [isOn, count] = await Promise.all([remembersPeople(), countPeople()]);
  const section = h('div');
  const redrawAll = async () => {
    const { parentElement } = section;
    if (parentElement) redraw(parentElement, await memorySection());
  };
  const agrees = () => count === 0 || confirm(translate('forgetQuestion'));
  const box = h('input', { type: 'checkbox', id: 'remember', checked: isOn });
  box.addEventListener('change', () => {
    if (!box.checked && !agrees()) box.checked = true;
    else void setRemembersPeople(box.checked).then(redrawAll);
  });
  const text = h('span', {}, translate('rememberPeople'), h('small', {}, translate('rememberPeopleText')));
  section.append(h('label', { class: 'choice' }, box, text));
  if (count > 0) {
    const forget = h(
      'button',
      { type: 'button', class: 'danger', id: 'forget' },
      counted(count, 'forgetOne', 'forgetMany'),
    );
    forget.addEventListener('click', () => {
      void whileBusy(forget, async () => {
        if (!agrees()) return;
        await forgetPeople();
        await redrawAll();
      });
    });
    section.append(h('div', { class: 'actions' }, forget));
  }
  return section;
}
