const COLOR_TOKENS = ['--lp-color-signal', '--lp-color-accent', '--lp-color-success', '--lp-color-text'];

/**
 * Shows confetti on the canvas over the demo. The library loads with the first burst, and the demo works without
 * it. Its worker is off, because the content security policy forbids blobs.
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
