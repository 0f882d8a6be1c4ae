/**
 * Puts the page into a frame, as far as a page can tell: its parent is another window, one that a test can listen to
 * and speak for. `restore` takes it out again.
 */
export function embedPage(parentOrigin: string) {
  const element = document.body.appendChild(document.createElement('iframe'));
  const parent = element.contentWindow;
  if (!parent) throw new Error('the frame has no window');
  const collected: { message: unknown; target: unknown }[] = [];
  Object.defineProperty(parent, 'postMessage', {
    configurable: true,
    value: (message: unknown, target: unknown) => collected.push({ message, target }),
  });
  const own = Object.getOwnPropertyDescriptor(window, 'parent');
  Object.defineProperty(window, 'parent', { configurable: true, get: () => parent });

  return {
    collected,
    /** A message to our page, by default from the parent window at its own origin. */
    say(
      data: unknown,
      { source = parent, origin = parentOrigin }: { source?: Window; origin?: string } = {},
    ) {
      dispatchEvent(new MessageEvent('message', { data, source, origin }));
    },
    restore() {
      if (own) Object.defineProperty(window, 'parent', own);
      element.remove();
    },
  };
}
