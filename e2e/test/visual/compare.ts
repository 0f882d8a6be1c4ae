/** A picture's pixels, four bytes each: red, green, blue and alpha. `pngjs` uses this format. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A part of a picture whose mean color is compared. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Difference {
  areas: Area[];
  /** Set if the pictures differ in size, which no area can show. */
  sizes?: string;
}

/**
 * Blocks detect parts and text, strips detect lines of one pixel: hairlines and edges. Tolerances are out of 255; see
 * the README in this folder.
 */
const GRIDS = [
  { width: 8, height: 8, tolerance: 6 },
  { width: 64, height: 1, tolerance: 10 },
  { width: 1, height: 64, tolerance: 10 },
];
/** In pixels: a part of 16 by 16, or a hairline of 256. */
const MAX_DIFFERING = 256;

/**
 * Compares the mean colors of areas. A softer edge of a letter keeps the mean. A letter, line or surface that moved,
 * disappeared or changed its color does not.
 */
export function comparePictures(accepted: Pixels, actual: Pixels): Difference {
  if (accepted.width !== actual.width || accepted.height !== actual.height) {
    const [before, now] = [accepted, actual].map(({ width, height }) => `${width} x ${height}`);
    return { areas: [], sizes: `${before}, now ${now}` };
  }
  const areas: Area[] = [];
  for (const { width, height, tolerance } of GRIDS) {
    for (let y = 0; y < accepted.height; y += height) {
      for (let x = 0; x < accepted.width; x += width) {
        const area = { x, y, width, height };
        const before = meanColor(accepted, area);
        const now = meanColor(actual, area);
        if (before.some((mean, channel) => Math.abs(mean - (now[channel] ?? 0)) > tolerance))
          areas.push(area);
      }
    }
  }
  return { areas };
}

export const countDots = ({ areas }: Difference) =>
  areas.reduce((sum, { width, height }) => sum + width * height, 0);

export const looksAlike = (difference: Difference) =>
  !difference.sizes && countDots(difference) <= MAX_DIFFERING;

function meanColor({ width, height, data }: Pixels, area: Area): [number, number, number] {
  const right = Math.min(area.x + area.width, width);
  const bottom = Math.min(area.y + area.height, height);
  let [red, green, blue] = [0, 0, 0];
  for (let y = area.y; y < bottom; y += 1) {
    for (let at = (y * width + area.x) * 4; at < (y * width + right) * 4; at += 4) {
      red += data[at] ?? 0;
      green += data[at + 1] ?? 0;
      blue += data[at + 2] ?? 0;
    }
  }
  const dots = (right - area.x) * (bottom - area.y);
  return [red / dots, green / dots, blue / dots];
}

/** The current picture, paler, with the differences in red. */
export function drawDifference({ width, height, data }: Pixels, { areas }: Difference): Pixels {
  const drawn = Uint8Array.from(data, (value, at) => (at % 4 === 3 ? 255 : 170 + Math.round(value / 3)));
  for (const area of areas)
    for (let y = area.y; y < Math.min(area.y + area.height, height); y += 1)
      for (let x = area.x; x < Math.min(area.x + area.width, width); x += 1)
        drawn.set([200, (data[(y * width + x) * 4] ?? 0) / 3, 60], (y * width + x) * 4);
  return { width, height, data: drawn };
}
