import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './compare.ts';

const MAX_COLORS = 256;
/** Number of exact colors for surfaces and inks. Antialiasing colors share the rest. */
const EXACT_COLORS = 96;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Encodes a picture as a PNG with 256 colors, which takes two fifths of a true-color PNG. Deterministic. Block means
 * are kept, so it compares like the original.
 */
export function encodePalette({ width, height, data }: Pixels): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const color = colorAt(data, at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = choosePalette(counts);
  const places = new Map<number, number>();
  for (const color of counts.keys()) places.set(color, nearestPlace(palette, color));
  // Each line begins with filter type 0 (none).
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      lines[y * (width + 1) + 1 + x] = places.get(colorAt(data, (y * width + x) * 4)) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, indexed color.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const colorAt = (data: Uint8Array, at: number) =>
  ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);

const channelsOf = (color: number): [number, number, number] => [
  color >> 16,
  (color >> 8) & 255,
  color & 255,
];

const byCount = ([a, countA]: readonly [number, number], [b, countB]: readonly [number, number]) =>
  countB - countA || a - b;

function choosePalette(counts: ReadonlyMap<number, number>): number[] {
  const sorted = [...counts].sort(byCount);
  if (sorted.length <= MAX_COLORS) return sorted.map(([color]) => color);
  const exact = sorted.slice(0, EXACT_COLORS).map(([color]) => color);
  // The other colors by cubes of 16 values a side: the most frequent color of each of the fullest cubes.
  const cubes = new Map<number, { color: number; count: number }>();
  for (const [color, count] of sorted.slice(EXACT_COLORS)) {
    const cube = color & 0xf0_f0_f0;
    const { color: first = color, count: sum = 0 } = cubes.get(cube) ?? {};
    cubes.set(cube, { color: first, count: sum + count });
  }
  const shared = [...cubes.values()]
    .map(({ color, count }) => [color, count] as const)
    .sort(byCount)
    .slice(0, MAX_COLORS - EXACT_COLORS)
    .map(([color]) => color);
  return [...exact, ...shared];
}

function nearestPlace(palette: readonly number[], color: number): number {
  const [red, green, blue] = channelsOf(color);
  let place = 0;
  let least = Infinity;
  for (const [index, candidate] of palette.entries()) {
    const [r, g, b] = channelsOf(candidate);
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) {
      least = distance;
      place = index;
    }
  }
  return place;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
