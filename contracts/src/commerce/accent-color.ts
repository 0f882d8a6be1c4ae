/**
 * Derives the colors of a reseller's page from the color that they choose. Text and buttons have a contrast of at
 * least 4.5:1 (WCAG 2.2, 1.4.3) on every background of both themes. Without zod, because pages load this file.
 */

/** Colors of a page in one theme, named after the design tokens. */
export interface AccentTones {
  /** Buttons, links and marks. */
  signal: string;
  'signal-strong': string;
  'signal-soft': string;
  'on-signal': string;
  /** The reseller's banner, in the unchanged color. */
  accent: string;
  'accent-soft': string;
  'on-accent': string;
  /** The final call-to-action band, with light text in both themes. */
  call: string;
}

type Rgb = readonly [number, number, number];

const INK = '#10141f';
const PAPER = '#ffffff';
/** Design backgrounds per theme: `hardest` has the least contrast to a signal color, `usual` is the most common. */
export const GROUNDS = {
  light: { hardest: '#f3f0e8', usual: '#fbfaf6' },
  dark: { hardest: '#1b2133', usual: '#10141f' },
} as const;
const AA = 4.5;
/** Higher than AA, so that the soft tone of the same color can be a background too. */
const CONTRAST = 5.2;
const STEP = 0.02;

export function accentTones(color: string): Record<'light' | 'dark', AccentTones> {
  const light = reach(color, INK, GROUNDS.light.hardest);
  const dark = reach(color, PAPER, GROUNDS.dark.hardest);
  const banner = {
    accent: color.toLowerCase(),
    // Either black or white is always readable, but the ink is not quite black.
    'on-accent': [INK, PAPER].find((text) => contrast(color, text) >= AA) ?? '#000000',
  };
  return {
    light: {
      ...banner,
      signal: light,
      'signal-strong': mix(light, INK, 0.25),
      'signal-soft': mix(GROUNDS.light.usual, light, 0.08),
      'on-signal': PAPER,
      'accent-soft': mix(GROUNDS.light.usual, color, 0.15),
      call: light,
    },
    dark: {
      ...banner,
      signal: dark,
      'signal-strong': mix(dark, PAPER, 0.25),
      'signal-soft': mix(GROUNDS.dark.usual, dark, 0.12),
      'on-signal': INK,
      'accent-soft': mix(GROUNDS.dark.usual, color, 0.2),
      call: mix(light, INK, 0.25),
    },
  };
}

/** The contrast ratio of two colors by WCAG: 1 for equal colors, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Moves the color towards the pole, only as far as needed for contrast with the background. */
function reach(color: string, pole: string, ground: string): string {
  for (let share = 0; share < 1; share += STEP) {
    const tone = mix(color, pole, share);
    if (contrast(tone, ground) >= CONTRAST) return tone;
  }
  return pole;
}

function mix(color: string, other: string, share: number): string {
  const [from, to] = [rgbOf(color), rgbOf(other)];
  const channels = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
