import { SaxesParser, type SaxesTagNS } from 'saxes';

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

/** Their content is drawn once for each reference to them: no reference inside, or a few lines draw billions of times. */
const REFERENCED = new Set(['symbol', 'clipPath', 'mask']);
const WITH_TEXT = new Set(['text', 'tspan', 'title', 'desc', 'style']);
const MAX_ELEMENTS = 50_000;
const MAX_DEPTH = 200;

export class UnsafeSvg extends Error {}

/**
 * Writes an SVG anew from what is known to be harmless: shapes, gradients, clips and text. Elements and attributes that
 * are not listed vanish with their content, references lead only into the file itself, styles cannot fetch.
 * @throws {UnsafeSvg} for what is not well-formed XML or no SVG
 */
export function sanitiseSvg(source: string): string {
  const parser = new SaxesParser({ xmlns: true });
  const open: { name: string; hasId: boolean }[] = [];
  let output = '';
  let skippedDepth = 0;
  let elements = 0;

  parser.on('error', (error) => {
    throw new UnsafeSvg(error.message);
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw new UnsafeSvg('too many elements');
    if (open.length === 0 && skippedDepth === 0 && !isSvg(tag, 'svg')) throw new UnsafeSvg('not an SVG');
    const isReferenced = open.some(({ name, hasId }) => REFERENCED.has(name) || hasId);
    if (skippedDepth > 0 || !isAllowed(tag, isReferenced)) {
      skippedDepth += 1;
      return;
    }
    const insideReferenced = open.some(({ name }) => REFERENCED.has(name));
    const attributes = safeAttributes(tag, { isRoot: open.length === 0, insideReferenced });
    output += `<${tag.local}${open.length === 0 ? ` xmlns="${SVG_NAMESPACE}"` : ''}${attributes}>`;
    open.push({ name: tag.local, hasId: attributes.includes(' id="') });
  });
  parser.on('closetag', () => {
    if (skippedDepth > 0) skippedDepth -= 1;
    else output += `</${open.pop()?.name ?? ''}>`;
  });
  const onText = (text: string) => {
    const parent = open.at(-1)?.name ?? '';
    if (skippedDepth > 0 || !WITH_TEXT.has(parent)) return;
    if (parent !== 'style' || isSafeStyle(text)) output += escapeText(text);
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
  // What `use` repeats must not repeat something itself.
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
    // An id on the root would make the whole drawing something that can be repeated inside itself.
    if (local === 'id' && (isRoot || tag.local === 'use')) continue;
    seen.add(local);
    written += ` ${local}="${escapeText(value)}"`;
  }
  return written;
}

function isSafeValue(name: string, value: string, insideReferenced: boolean): boolean {
  if (name === 'href') return /^#[\w.:-]+$/.test(value);
  if (name === 'style') return isSafeStyle(value.replaceAll(/url\(\s*#[\w.:-]+\s*\)/g, ''));
  if (!/url|[\\<]/i.test(value)) return true;
  return (
    /^url\(\s*(['"]?)#[\w.:-]+\1\s*\)$/.test(value) &&
    !(insideReferenced && /^(?:mask|clip-path)$/.test(name))
  );
}

/** Style text with nothing in it that could load a file or hide from this check. */
function isSafeStyle(css: string): boolean {
  return !/url|@|\\|<|expression|image|src/i.test(css);
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
