import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Takes the focus into a list when what had it there is gone, as the button of a row that was deleted: the Tab key would
 * begin at the top of the page. The element can take the focus (`tabIndex`) and gets what is returned.
 */
export function useKeptFocus<Element extends HTMLElement>(ref: RefObject<Element | null>) {
  const isWithin = useRef(false);
  useLayoutEffect(() => {
    // What is removed while React draws tells it of no blur.
    if (isWithin.current && document.activeElement === document.body) {
      isWithin.current = false;
      // Where the list is gone too, the page takes it.
      (ref.current ?? document.querySelector('main'))?.focus({ preventScroll: true });
    }
  });
  return {
    onFocus: ({ currentTarget, target }: FocusEvent<Element>) => {
      // Events of a dialog that is opened from within come by here, too.
      isWithin.current = currentTarget.contains(target);
    },
    onBlur: () => {
      isWithin.current = false;
    },
  };
}
