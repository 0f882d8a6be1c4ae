import type { BrowserContext } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A family that heads one of the theme's stacks, and the file that is drawn in its place on every machine. */
const FACES = [
  ['Segoe UI', '100 900', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'],
  ['SF Mono', '100 800', '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'],
  [
    'Bricolage Grotesque',
    '600 800',
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2',
  ],
] as const;

/**
 * Draws text with fonts of the registry, not with those of the machine: the same letters everywhere. They come with the
 * page's first script, so that a headline never waits for its face.
 */
export async function pinFonts(context: BrowserContext): Promise<void> {
  const faces = await Promise.all(
    FACES.map(async ([family, weight, file]) => ({
      family,
      weight,
      bytes: (await readFile(require.resolve(file))).toString('base64'),
    })),
  );
  await context.addInitScript((pinned) => {
    for (const { family, weight, bytes } of pinned) {
      const buffer = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0).buffer;
      const face = new FontFace(family, buffer, { weight });
      document.fonts.add(face);
      void face.load();
    }
  }, faces);
}
