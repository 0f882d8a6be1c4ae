/** Ignores rejected playback, because a film that fails to load or is stopped early shows that itself. */
export function playFilm(film: HTMLVideoElement | null): void {
  film?.play().catch(() => {});
}
