/**
 * The colors of a reseller's page, derived by rule from the one that they choose. Whatever it is, text and buttons keep
 * 4.5:1 (WCAG 2.2, 1.4.3) on every ground of either theme. No schema here: pages load just this.
 */

/** What a page is colored with in one theme; the names are those of the design's tokens. */
export interface AccentTones {
  /** Buttons, links and marks. */
  signal: string;
  'signal-strong': string;
  'signal-soft': string;
  'on-signal': string;
  /** The reseller's banner: the color as they chose it. */
  accent: string;
  'accent-soft': string;
  'on-accent': string;
  /** The band of the last call to buy, with light text in either theme. */
  call: string;
}

type Rgb = readonly [number, number, number];

const INK = '#10141f';
const PAPER = '#ffffff';
/** Of the design's grounds the one with the least contrast to a signal in that theme, and the one that most stands on. */
export const GROUNDS = {
  light: { hardest: '#f3f0e8', usual: '#fbfaf6' },
  dark: { hardest: '#1b2133', usual: '#10141f' },
} as const;
const AA = 4.5;
/** More than that, so that the soft tone of the same color is a ground too. */
const CONTRAST = 5.2;
const STEP = 0.02;

export function accentTones(color: string): Record<'light' | 'dark', AccentTones> {
  const light = reach(color, INK, GROUNDS.light.hardest);
  const dark = reach(color, PAPER, GROUNDS.dark.hardest);
  const banner = {
    accent: color.toLowerCase(),
    // One of black and white is always readable; the ink is not quite black.
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

/** The contrast of two colors by WCAG: 1 for the same, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The color, moved towards the pole no further than it needs to be read on the ground. */
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
