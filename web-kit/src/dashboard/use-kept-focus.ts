import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to a list when its focused element disappears, such as the button of a deleted row. Otherwise
 * the Tab key would start at the top of the page. Give the element a `tabIndex` and the returned handlers.
 */
export function useKeptFocus<Element extends HTMLElement>(ref: RefObject<Element | null>) {
  const isWithin = useRef(false);
  useLayoutEffect(() => {
    // React triggers no blur event for elements that it removes.
    if (isWithin.current && document.activeElement === document.body) {
      isWithin.current = false;
      // If the list is gone too, the page gets the focus.
      (ref.current ?? document.querySelector('main'))?.focus({ preventScroll: true });
    }
  });
  return {
    onFocus: ({ currentTarget, target }: FocusEvent<Element>) => {
      // Events of a dialog opened from within bubble through here, too.
      isWithin.current = currentTarget.contains(target);
    },
    onBlur: () => {
      isWithin.current = false;
    },
  };
}
