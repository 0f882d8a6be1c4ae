import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The file of the display font, and its path in the shell's build. */
export function displayFont() {
  const file =
    require.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2');
  const hash = createHash('sha256').update(fs.readFileSync(file)).digest('hex').slice(0, 8);
  return { file, asset: `media/display.${hash}.woff2` };
}

/**
 * The font and a fallback with the same widths and line height, based on a font that every system has. The text takes
 * the same space in both. `optional` never swaps the font of a visible headline.
 */
export function fontFaces(href: string): string {
  return [
    `@font-face{font-family:"Bricolage Grotesque";font-weight:600 800;font-display:optional;src:url(${href}) format("woff2")}`,
    `@font-face{font-family:"Display Fallback";font-weight:600 800;src:local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),local("LiberationSans-Bold"),local("Roboto Bold");size-adjust:101.3%;ascent-override:91.8%;descent-override:26.6%;line-gap-override:0%}`,
  ].join('\n');
}
