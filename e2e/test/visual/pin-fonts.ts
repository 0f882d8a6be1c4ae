import type { BrowserContext } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A font family of the theme, and the file that is used instead on every machine. */
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
 * Uses fonts from the npm registry instead of the machine's, so that text looks the same everywhere. They load with
 * the page's first script, so that headlines never wait for them.
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
