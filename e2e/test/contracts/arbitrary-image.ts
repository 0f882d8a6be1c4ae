import { GIF, JPEG, PNG, svg, WEBP } from '@leadping/test-kit/images';
import fc from 'fast-check';

/** A file of an upload. */
export interface SentFile {
  base64: string;
}

const PARTS = [
  '<path d="M0 0h9"/>',
  '<g>',
  '</g>',
  '<script>alert(1)</script>',
  '<style>*{fill:url(',
  '<![CDATA[x]]>',
  '<image href="http://127.0.0.1/x"/>',
  '<a xlink:href="javascript:alert(1)"><text>x</text></a>',
  '<!ENTITY a "b">',
  '&#0;&a;',
  '<use href="#x" id="x"/>',
];
const drawings = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 30 })
  .map((parts) => Buffer.from(svg(parts.join(''))));
/** Drawings are one in five, because each starts a thread. */
const whole = fc.oneof(
  { arbitrary: fc.constantFrom(PNG, GIF, WEBP, JPEG), weight: 4 },
  { arbitrary: drawings, weight: 1 },
);
/** Truncated, extended, or with a changed byte in the header, where formats store the size. */
const broken = fc
  .tuple(whole, fc.nat(200), fc.nat(255), fc.constantFrom('cut', 'continued', 'changed'))
  .map(([image, at, byte, how]) => {
    const place = at % image.length;
    if (how === 'cut') return image.subarray(0, place);
    if (how === 'continued') return Buffer.concat([image, Buffer.alloc(at, byte)]);
    const changed = Buffer.from(image);
    changed[place] = byte;
    return changed;
  });

/** Images of every accepted format, valid and broken. */
export const imageFiles: fc.Arbitrary<SentFile> = fc
  .oneof({ arbitrary: whole, weight: 2 }, { arbitrary: broken, weight: 3 })
  .map((bytes) => ({ base64: bytes.toString('base64') }));
