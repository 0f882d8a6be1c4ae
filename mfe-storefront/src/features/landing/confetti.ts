const COLOR_TOKENS = ['--lp-color-signal', '--lp-color-accent', '--lp-color-success', '--lp-color-text'];

/**
 * A burst of confetti on the canvas that lies over the demo. The library is fetched with the first burst; a burst that
 * cannot be fetched is left out, the demo does not depend on it. Its worker stays off: the content policy forbids blobs.
 */
export async function burst(canvas: HTMLCanvasElement): Promise<void> {
  try {
    const { default: confetti } = await import('canvas-confetti');
    const style = getComputedStyle(canvas);
    const shoot = confetti.create(canvas, { resize: true, useWorker: false });
    await shoot({
      particleCount: 90,
      spread: 75,
      startVelocity: 32,
      origin: { x: 0.5, y: 0.55 },
      colors: COLOR_TOKENS.map((token) => style.getPropertyValue(token).trim()).filter(Boolean),
      disableForReducedMotion: true,
    });
  } catch {
    return;
  }
}
