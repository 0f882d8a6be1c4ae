import { waitFor } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';

/** A named key, as in `{Enter}`. Only named keys are pressed. */
const KEY = /[{[]/;

/**
 * A user who waits until a control is enabled, because a click on a disabled one would silently do nothing. `type`
 * enters the text at once, like a paste. Use `keyboard` if each letter matters.
 */
export function setUpUser(): UserEvent {
  const user = userEvent.setup();
  const usable = async (element: Element) => {
    if (!element.matches(':disabled')) return;
    await waitFor(() => {
      if (element.matches(':disabled')) throw new Error(`cannot be used: ${element.outerHTML}`);
    });
  };
  return {
    ...user,
    click: async (element) => {
      await usable(element);
      await user.click(element);
    },
    type: async (element, text, options) => {
      await usable(element);
      if (KEY.test(text) || options) {
        await user.type(element, text, options);
      } else {
        await user.click(element);
        await user.paste(text);
      }
    },
  };
}
