import { SaxesParser, type SaxesTagNS } from 'saxes';
import { UnsafeSvg } from './unsafe-svg.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

const ELEMENTS = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan style ' +
    'linearGradient radialGradient stop clipPath mask'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'id class x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points width height viewBox preserveAspectRatio ' +
    'transform offset gradientTransform gradientUnits spreadMethod clipPathUnits maskUnits maskContentUnits ' +
    'fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset stroke-opacity opacity color display visibility clip-path clip-rule mask ' +
    'stop-color stop-opacity font-family font-size font-weight font-style text-anchor dominant-baseline ' +
    'letter-spacing word-spacing textLength lengthAdjust pathLength vector-effect paint-order shape-rendering ' +
    'text-rendering style href version'
  ).split(' '),
);

/**
 * Their content is drawn once for each reference. References inside are refused, because a few lines could otherwise
 * draw billions of times.
 */
const REFERENCED = new Set(['symbol', 'clipPath', 'mask']);
const WITH_TEXT = new Set(['text', 'tspan', 'title', 'desc', 'style']);
const MAX_ELEMENTS = 50_000;
/** Maximum depth, dropped elements included: the parser looks up a prefix through all open elements. */
const MAX_DEPTH = 200;
/** Maximum attributes of one element. The parser resolves and compares all of them when the tag ends. */
const MAX_ATTRIBUTES = 1000;

/** The CSS functions that fetch nothing. Everything else with a parenthesis is refused. */
const FUNCTIONS = new Set(
  (
    'matrix translate translatex translatey scale scalex scaley rotate skewx skewy rgb rgba hsl hsla calc min max clamp ' +
    'not is where nth-child nth-of-type nth-last-child nth-last-of-type'
  ).split(' '),
);

/**
 * Rewrites an SVG from harmless parts only: shapes, gradients, clips and text. Elements and attributes that are not
 * listed are dropped with their content. References lead only into the file itself, and styles cannot fetch.
 * @throws {UnsafeSvg} if the source is not well-formed XML or not an SVG, or if the result would exceed `maxLength`
 */
export function sanitizeSvg(source: string, maxLength = Infinity): string {
  const parser = new SaxesParser({ xmlns: true });
  const open: { name: string; hasId: boolean }[] = [];
  let output = '';
  let skippedDepth = 0;
  let elements = 0;
  let attributes = 0;
  // The text of a style may come in pieces that are harmless alone.
  let style = '';
  const write = (text: string) => {
    output += text;
    if (output.length > maxLength) throw new UnsafeSvg('too long');
  };

  parser.on('error', (error) => {
    throw new UnsafeSvg(error.message);
  });
  parser.on('opentagstart', () => (attributes = 0));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new UnsafeSvg('too many attributes');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS || open.length + skippedDepth > MAX_DEPTH)
      throw new UnsafeSvg('too many elements');
    if (open.length === 0 && skippedDepth === 0 && !isSvg(tag, 'svg')) throw new UnsafeSvg('not an SVG');
    const isReferenced = open.some(({ name, hasId }) => REFERENCED.has(name) || hasId);
    if (skippedDepth > 0 || !isAllowed(tag, isReferenced)) {
      skippedDepth += 1;
      return;
    }
    const insideReferenced = open.some(({ name }) => REFERENCED.has(name));
    const safe = safeAttributes(tag, { isRoot: open.length === 0, insideReferenced });
    write(`<${tag.local}${open.length === 0 ? ` xmlns="${SVG_NAMESPACE}"` : ''}${safe}>`);
    open.push({ name: tag.local, hasId: safe.includes(' id="') });
  });
  parser.on('closetag', () => {
    if (skippedDepth > 0) {
      skippedDepth -= 1;
      return;
    }
    const name = open.pop()?.name ?? '';
    if (name === 'style' && isSafeStyle(style)) write(escapeText(style));
    style = '';
    write(`</${name}>`);
  });
  const onText = (text: string) => {
    const parent = open.at(-1)?.name ?? '';
    if (skippedDepth > 0 || !WITH_TEXT.has(parent)) return;
    if (parent === 'style') style += text;
    else write(escapeText(text));
  };
  parser.on('text', onText);
  parser.on('cdata', onText);

  parser.write(source).close();
  return output;
}

function isSvg(tag: SaxesTagNS, name: string): boolean {
  return tag.uri === SVG_NAMESPACE && tag.local === name;
}

function isAllowed(tag: SaxesTagNS, isReferenced: boolean): boolean {
  if (tag.uri !== SVG_NAMESPACE || !ELEMENTS.has(tag.local)) return false;
  // An element that `use` repeats must not contain another `use`.
  return tag.local !== 'use' || !isReferenced;
}

function safeAttributes(
  tag: SaxesTagNS,
  { isRoot, insideReferenced }: { isRoot: boolean; insideReferenced: boolean },
): string {
  let written = '';
  const seen = new Set<string>();
  for (const { local, prefix, value } of Object.values(tag.attributes)) {
    const isKnown = ATTRIBUTES.has(local) && (prefix === '' || (prefix === 'xlink' && local === 'href'));
    if (!isKnown || seen.has(local) || !isSafeValue(local, value, insideReferenced)) continue;
    // With an id on the root, the drawing could be repeated inside itself.
    if (local === 'id' && (isRoot || tag.local === 'use')) continue;
    seen.add(local);
    written += ` ${local}="${escapeAttribute(value)}"`;
  }
  return written;
}

function isSafeValue(name: string, value: string, insideReferenced: boolean): boolean {
  if (name === 'id' || name === 'class') return /^[\w\s.:-]*$/.test(value);
  if (name === 'href') return /^#[\w.:-]+$/.test(value);
  if (insideReferenced && /url/i.test(value) && /^(?:mask|clip-path|style)$/.test(name)) return false;
  return isSafeStyle(value);
}

const OWN_REFERENCE = /url\(\s*(?:#[\w.:-]+|'#[\w.:-]+'|"#[\w.:-]+")\s*\)/g;

/** Whether style text cannot load a file or hide from this check. */
function isSafeStyle(css: string): boolean {
  const others = css.replaceAll(OWN_REFERENCE, '');
  if (/[@\\<]|\/\*/.test(others)) return false;
  return others
    .split('(')
    .slice(0, -1)
    .every((before) =>
      FUNCTIONS.has(
        before
          .trimEnd()
          .split(/[^\w-]/)
          .at(-1)
          ?.toLowerCase() ?? '',
      ),
    );
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
