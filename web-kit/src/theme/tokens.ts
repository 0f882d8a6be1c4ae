/**
 * The design's tokens, defined once. They feed antd's theme and the CSS variables (`--lp-…`) of every stylesheet.
 * No other file defines a color, size or duration.
 */
export type Mode = 'light' | 'dark';

export const COLORS = {
  light: {
    ground: '#FBFAF6',
    raised: '#FFFFFF',
    sunken: '#F3F0E8',
    line: '#E6E2D8',
    'line-strong': '#8A8577',
    text: '#10141F',
    'text-quiet': '#545A6B',
    signal: '#4338F5',
    'signal-strong': '#2F25D0',
    'signal-soft': '#ECEBFE',
    'on-signal': '#FFFFFF',
    accent: '#FF6B3D',
    'accent-soft': '#FFE9E0',
    'on-accent': '#10141F',
    success: '#1B7A4B',
    'success-soft': '#E2F3EA',
    warning: '#8A5A00',
    'warning-soft': '#FBF0D9',
    danger: '#B3261E',
    'danger-soft': '#FBE7E5',
    // Dark backgrounds in both modes, and drawings.
    band: '#10141F',
    call: '#4338F5',
    'on-band': '#FBFAF6',
    skin: '#FFE9E0',
    hair: '#10141F',
  },
  dark: {
    ground: '#10141F',
    raised: '#181D2B',
    sunken: '#0B0E16',
    line: '#2B3142',
    'line-strong': '#7C849A',
    text: '#FBFAF6',
    'text-quiet': '#AAB1C3',
    signal: '#8F88FF',
    'signal-strong': '#ABA6FF',
    'signal-soft': '#24234A',
    'on-signal': '#10141F',
    accent: '#FF8A63',
    'accent-soft': '#40251B',
    'on-accent': '#10141F',
    success: '#5FD49A',
    'success-soft': '#143326',
    warning: '#E9BC62',
    'warning-soft': '#3A2D12',
    danger: '#FF9A91',
    'danger-soft': '#431D1B',
    band: '#1B2133',
    call: '#2A2389',
    'on-band': '#FBFAF6',
    skin: '#FFD9C9',
    hair: '#0B0E16',
  },
} as const;

/** The 4 px grid: `--lp-space-1` is 4 px, `--lp-space-4` is 16 px. */
export const SPACE = [0, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128] as const;

export const SIZES = {
  radius: '10px',
  'radius-small': '6px',
  'radius-round': '999px',
  'page-width': '1160px',
  'text-width': '68ch',
} as const;

export const FONTS = {
  display: '"Bricolage Grotesque", "Display Fallback", system-ui, sans-serif',
  text: '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, monospace',
} as const;

/** The type scale: 1.2 on phones, growing to 1.25 on wide screens. */
export const TYPE = {
  'text-small': '0.875rem',
  'text-body': '1.0625rem',
  'text-lead': 'clamp(1.125rem, 1.05rem + 0.35vw, 1.3125rem)',
  'text-title-3': 'clamp(1.25rem, 1.15rem + 0.5vw, 1.5625rem)',
  'text-title-2': 'clamp(1.75rem, 1.35rem + 1.8vw, 2.75rem)',
  'text-title-1': 'clamp(2.25rem, 1.5rem + 3.6vw, 4.25rem)',
} as const;

export const MOTION = { quick: '120ms', calm: '240ms', ease: 'cubic-bezier(0.2, 0.7, 0.2, 1)' } as const;

export function cssVariables(mode: Mode): string {
  const entries: [string, string][] = [
    ...Object.entries(COLORS[mode]).map(([name, value]): [string, string] => [`color-${name}`, value]),
    ...SPACE.map((px, step): [string, string] => [`space-${step}`, `${px}px`]),
    ...Object.entries(SIZES),
    ...Object.entries(TYPE),
    ...Object.entries(FONTS).map(([name, value]): [string, string] => [`font-${name}`, value]),
    ...Object.entries(MOTION).map(([name, value]): [string, string] => [`motion-${name}`, value]),
  ];
  return entries.map(([name, value]) => `--lp-${name}:${value}`).join(';');
}
