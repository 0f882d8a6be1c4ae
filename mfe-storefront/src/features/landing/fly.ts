const FLIGHT_MS = 420;

/**
 * Animates a copy of `from` to each visible element of `to` and removes it on arrival. The copies are decoration.
 * The destination shows its value independently, also in browsers without animation.
 */
export function fly(from: HTMLElement, to: Iterable<HTMLElement>, copyClass: string): void {
  if (typeof from.animate !== 'function') return;
  const start = from.getBoundingClientRect();
  for (const target of to) {
    const end = target.getBoundingClientRect();
    if (end.top > innerHeight) continue;
    const copy = document.createElement('span');
    copy.className = copyClass;
    copy.setAttribute('aria-hidden', 'true');
    copy.textContent = from.textContent;
    copy.style.left = `${start.left}px`;
    copy.style.top = `${start.top}px`;
    document.body.append(copy);
    const travel = `translate(${end.left - start.left}px, ${end.top - start.top}px)`;
    const flight = copy.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `${travel} scale(0.85)`, opacity: 0.2 },
      ],
      { duration: FLIGHT_MS, easing: 'cubic-bezier(0.3, 0, 0.2, 1)' },
    );
    flight.addEventListener('finish', () => copy.remove());
    flight.addEventListener('cancel', () => copy.remove());
  }
}
