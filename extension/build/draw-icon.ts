import { zlibSync } from 'fflate';

export const ICON_SIZES = [16, 32, 48, 128] as const;

const SIGNAL = [0x43, 0x38, 0xf5] as const;
const PAPER = [0xfb, 0xfa, 0xf6] as const;
/** The mark on a field of 32 units: radius, width (0 for a disc), opacity. */
const RINGS = [
  [3.4, 0, 1],
  [7.2, 2.2, 0.85],
  [11.2, 1.7, 0.55],
] as const;
const CORNER = 8;
const SAMPLES = 4;

/**
 * The mark on a rounded square as a PNG. It is drawn by arithmetic, so that every machine produces the same bytes.
 */
export function drawIcon(size: number): Uint8Array {
  const rows = new Uint8Array(size * (size * 4 + 1));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) rows.set(pixel(x, y, size), y * (size * 4 + 1) + 1 + x * 4);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return join([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', zlibSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function pixel(x: number, y: number, size: number): number[] {
  let inside = 0;
  let mark = 0;
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
    const px = ((x + ((sample % SAMPLES) + 0.5) / SAMPLES) / size) * 32;
    const py = ((y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size) * 32;
    if (!isInSquare(px, py)) continue;
    inside += 1;
    mark += markAt(Math.hypot(px - 16, py - 16));
  }
  const samples = SAMPLES * SAMPLES;
  const share = inside === 0 ? 0 : mark / inside;
  const color = SIGNAL.map((from, index) => Math.round(from + ((PAPER[index] ?? 0) - from) * share));
  return [...color, Math.round((inside / samples) * 255)];
}

function isInSquare(x: number, y: number): boolean {
  const dx = Math.max(CORNER - x, x - (32 - CORNER), 0);
  const dy = Math.max(CORNER - y, y - (32 - CORNER), 0);
  return Math.hypot(dx, dy) <= CORNER;
}

function markAt(distance: number): number {
  for (const [radius, width, opacity] of RINGS) {
    if (width === 0 ? distance <= radius : Math.abs(distance - radius) <= width / 2) return opacity;
  }
  return 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = join([new TextEncoder().encode(type), data]);
  const length = new Uint8Array(4);
  const check = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, data.length);
  new DataView(check.buffer).setUint32(0, crc(body));
  return join([length, body, check]);
}

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
