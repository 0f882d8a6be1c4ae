/** A film that does not load, or is stopped before it begins, says so itself: to the page it is no error. */
export function playFilm(film: HTMLVideoElement | null): void {
  film?.play().catch(() => {});
}
