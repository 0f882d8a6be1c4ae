import { describe, expect, it } from '@jest/globals';
import { PNG } from 'pngjs';
import { comparePictures, drawDifference, looksAlike, type Pixels } from './compare.ts';
import { encodePalette } from './palette.ts';

type Color = readonly [number, number, number];

interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
  color: Color;
}

const GROUND: Color = [251, 250, 246];
const TEXT: Color = [16, 20, 31];
const QUIET: Color = [84, 90, 107];
const SIGNAL: Color = [67, 56, 245];

/** A page of 360 by 200 pixels with parts on a background, optionally with soft edges like those of letters. */
function picture(parts: readonly Part[], { softness = 0 } = {}): Pixels {
  const width = 360;
  const height = 200;
  const data = new Uint8Array(width * height * 4);
  const paint = (x: number, y: number, color: Color, share: number) => {
    const at = (y * width + x) * 4;
    color.forEach((value, channel) => {
      const below = data[at + channel] ?? 0;
      data[at + channel] = Math.round(below + (value - below) * share);
    });
    data[at + 3] = 255;
  };
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) paint(x, y, GROUND, 1);
  for (const { x, y, width: wide, height: high, color } of parts) {
    for (let row = y; row < y + high; row += 1) {
      for (let column = x; column < x + wide; column += 1) {
        const isEdge = row === y || row === y + high - 1 || column === x || column === x + wide - 1;
        paint(column, row, color, isEdge ? 1 - softness : 1);
      }
    }
  }
  return { width, height, data };
}

/** A line of text: strokes of two pixels in words of five. */
const text = (x: number, y: number, color: Color = TEXT): Part[] =>
  Array.from({ length: 30 }, (_none, index) => ({
    x: x + index * 4 + Math.floor(index / 5) * 7,
    y,
    width: 2,
    height: 11,
    color,
  }));

const BUTTON: Part = { x: 24, y: 120, width: 120, height: 40, color: SIGNAL };
const ICON: Part = { x: 320, y: 16, width: 20, height: 20, color: QUIET };
const LINE: Part = { x: 0, y: 60, width: 360, height: 1, color: [230, 226, 216] };
const HEADING = text(24, 24);
const NOTE = text(24, 80, QUIET);
const PAGE = [...HEADING, ICON, LINE, ...NOTE, BUTTON];

const moved = (parts: readonly Part[], right: number, down: number) =>
  parts.map((part) => ({ ...part, x: part.x + right, y: part.y + down }));
const colored = (parts: readonly Part[], color: Color) => parts.map((part) => ({ ...part, color }));

const differs = (parts: readonly Part[]) => !looksAlike(comparePictures(picture(PAGE), picture(parts)));

describe('the comparison of screens', () => {
  it('accepts an identical page', () => {
    expect(comparePictures(picture(PAGE), picture(PAGE))).toEqual({ areas: [] });
  });

  it('accepts slightly softer edges', () => {
    expect(looksAlike(comparePictures(picture(PAGE), picture(PAGE, { softness: 0.05 })))).toBe(true);
  });

  it.each<[string, Part[]]>([
    ['a heading is one dot lower', [...moved(HEADING, 0, 1), ICON, LINE, ...NOTE, BUTTON]],
    ['a heading is one dot to the right', [...moved(HEADING, 1, 0), ICON, LINE, ...NOTE, BUTTON]],
    ['a button is one dot lower', [...HEADING, ICON, LINE, ...NOTE, ...moved([BUTTON], 0, 1)]],
    ['a button is two dots wider', [...HEADING, ICON, LINE, ...NOTE, { ...BUTTON, width: 122 }]],
    ['an icon is gone', [...HEADING, LINE, ...NOTE, BUTTON]],
    [
      'an icon is a button’s width to the left',
      [...HEADING, ...moved([ICON], -40, 0), LINE, ...NOTE, BUTTON],
    ],
    ['a hairline is gone', [...HEADING, ICON, ...NOTE, BUTTON]],
    ['a line of text is gone', [...HEADING, ICON, LINE, BUTTON]],
    ['text is of a paler color', [...HEADING, ICON, LINE, ...colored(NOTE, [107, 113, 130]), BUTTON]],
    ['a button is of a darker color', [...HEADING, ICON, LINE, ...NOTE, ...colored([BUTTON], [47, 37, 208])]],
  ])('fails where %s', (_change, parts) => {
    expect(differs(parts)).toBe(true);
  });

  it('fails if the picture has another size', () => {
    const { width, data } = picture(PAGE);
    const shorter = { width, height: 100, data: data.subarray(0, width * 100 * 4) };
    expect(comparePictures(picture(PAGE), shorter)).toEqual({
      areas: [],
      sizes: '360 x 200, now 360 x 100',
    });
    expect(looksAlike(comparePictures(picture(PAGE), shorter))).toBe(false);
  });

  it('draws the differences in place', () => {
    const now = picture([...HEADING, LINE, ...NOTE, BUTTON]);
    const difference = comparePictures(picture(PAGE), now);
    const drawn = drawDifference(now, difference);
    const at = (x: number, y: number) => [...drawn.data.subarray((y * 360 + x) * 4, (y * 360 + x) * 4 + 1)];
    expect(at(ICON.x + 8, ICON.y + 8)).toEqual([200]);
    expect(at(ICON.x - 40, ICON.y)).not.toEqual([200]);
  });
});

describe('an accepted picture', () => {
  it('is lossless and deterministic with few colors', () => {
    const page = picture(PAGE);
    const encoded = encodePalette(page);
    expect(PNG.sync.read(encoded).data.equals(page.data)).toBe(true);
    expect(encodePalette(page).equals(encoded)).toBe(true);
  });

  it('compares like the original with thousands of colors', () => {
    const page = picture(PAGE);
    for (let at = 0; at < page.data.length; at += 4)
      if (at % 28 === 0) page.data.set([at % 251, (at >> 3) % 241, (at >> 5) % 239], at);
    expect(comparePictures(PNG.sync.read(encodePalette(page)), page)).toEqual({ areas: [] });
  });
});
