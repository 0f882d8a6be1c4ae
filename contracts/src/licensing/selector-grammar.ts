/**
 * The grammar of published selectors. Without zod, because the extension and the admin's editor bundle it.
 *
 * A selector consists of tag, `#id`, `.class`, `[attribute]` and a position among siblings, joined by at most three
 * spaces or `>`. A browser cannot be interrupted inside `querySelector`, so everything that costs more than one pass
 * over a page (`:has`, `~`, `+`, `*`) is excluded. `{slug}` in an attribute's value is the person in the address.
 * `:line(2)` at the end selects the second line of text of the element. Without an element it applies to the top
 * card.
 *
 * An extension ignores selectors that its own grammar does not know, so additions never break an older one.
 */
export const MAX_SELECTOR_LENGTH = 200;
export const MAX_SELECTORS_PER_FIELD = 8;
export const MAX_COMBINATORS = 3;
const MAX_DEPTH = 5;
const MAX_SELECTORS = 500;

const IDENTIFIER = String.raw`-?[A-Za-z_][\w-]*`;
const TAG = '[A-Za-z][A-Za-z0-9-]*';
const ATTRIBUTE = String.raw`\[${IDENTIFIER}(?:[*^$~|]?="[^"\\\n]*"(?: i)?)?\]`;
const POSITION = String.raw`:(?:(?:first|last|only)-(?:child|of-type)|nth-(?:last-)?(?:child|of-type)\([1-9]\d?\))`;
const PART = `(?:[#.]${IDENTIFIER}|${ATTRIBUTE})`;
const COMPOUND = `(?:${TAG}|${PART})(?:${PART}|${POSITION})*`;
const LINE = String.raw`:line\([1-9]\d?\)`;
const SELECTOR = new RegExp(`^(?:${COMPOUND}(?:(?: +| *> *)${COMPOUND})*(?:${LINE})?|${LINE})$`);
/** Quoted text may contain spaces or `>` that are not combinators. The grammar allows no quote inside a value. */
const QUOTED = /"[^"]*"(?: i)?/g;
const COMBINATORS = / +(?:> *)?|> */g;

/**
 * A path such as `/in/{slug}` with up to five segments. `*` matches any one segment. The first segment must be a name,
 * and `{slug}` occurs once.
 */
const PATH = /^(?=[^{]*\{slug\}[^{]*$)\/[\w.-]{1,40}(?:\/(?:[\w.-]{1,40}|\*|\{slug\})){1,4}\/?$/;

/** Whether a selector conforms to the grammar. */
export function isSelector(selector: string): boolean {
  return (
    selector.length <= MAX_SELECTOR_LENGTH &&
    SELECTOR.test(selector) &&
    countCombinators(selector) <= MAX_COMBINATORS
  );
}

/** Describes the fault of a selector as a sentence for the admin. Null if it is valid. */
export function findSelectorFault(selector: string): string | null {
  if (isSelector(selector)) return null;
  if (selector.length > MAX_SELECTOR_LENGTH)
    return `A selector may have at most ${MAX_SELECTOR_LENGTH} characters.`;
  return SELECTOR.test(selector)
    ? `A selector may have at most ${MAX_COMBINATORS} spaces or “>” between its parts.`
    : 'A selector is made of tag, #id, .class, [attribute="value"] and positions such as :first-child, joined by a space or “>”; :line(2) may end it.';
}

const countCombinators = (selector: string) => selector.replace(QUOTED, '').match(COMBINATORS)?.length ?? 0;

/** Whether a text is a pattern of a profile's path. */
export const isPath = (path: string): boolean => PATH.test(path);

/** Places of the selectable capture fields in the published document. */
export const SELECTABLE_FIELDS = {
  fullName: ['profile', 'name'],
  jobTitle: ['profile', 'headline'],
  company: ['profile', 'company'],
  location: ['profile', 'location'],
  connections: ['profile', 'connections'],
  email: ['contact', 'emailField'],
} as const;
export type SelectableField = keyof typeof SELECTABLE_FIELDS;

/** Other parts of a page that the published document can name. */
export const SELECTABLE_PARTS = {
  /** The container of the person's data. If it is set, the profile's fields are read only inside it. */
  topCard: ['profile', 'topCard'],
  /** The element that the button is inserted after. */
  button: ['navigation', 'pingButton'],
  /** An element that is on the page once it shows the person in the address, such as a link to `{slug}`. */
  shown: ['navigation', 'personShown'],
} as const;
export type SelectablePart = keyof typeof SELECTABLE_PARTS;

/** The paths of profiles. They are tried before the built-in paths and determine the address of a lead. */
const PATHS_AT = ['navigation', 'profilePath'] as const;

export interface SelectorSet extends Partial<Record<SelectableField | SelectablePart, string[]>> {
  paths?: string[];
}

/** A fault of a published document, with the path of names to it. */
export interface SelectorsFault {
  path: string[];
  message: string;
}

/**
 * Checks a whole document. Each field of a group is one selector or a list of up to eight, tried in order.
 * @returns the first fault, or null.
 */
export function findSelectorsFault(document: unknown): SelectorsFault | null {
  if (!isGroup(document)) return { path: [], message: 'Selectors must be a JSON object.' };
  const seen = { count: 0 };
  return findFault(document, [], seen);
}

function findFault(value: unknown, path: readonly string[], seen: { count: number }): SelectorsFault | null {
  const at = (message: string): SelectorsFault => ({ path: [...path], message });
  if (path.length > MAX_DEPTH) return at(`Selectors may be nested at most ${MAX_DEPTH} levels deep.`);
  if (isGroup(value)) {
    for (const [name, member] of Object.entries(value)) {
      const fault = findFault(member, [...path, name], seen);
      if (fault) return fault;
    }
    return null;
  }
  const selectors: unknown[] = Array.isArray(value) ? value : [value];
  if (selectors.length > MAX_SELECTORS_PER_FIELD)
    return at(`A field may have at most ${MAX_SELECTORS_PER_FIELD} selectors.`);
  seen.count += selectors.length;
  if (seen.count > MAX_SELECTORS) return at(`At most ${MAX_SELECTORS} selectors are accepted.`);
  const isOfPaths = path.length === PATHS_AT.length && PATHS_AT.every((name, index) => path[index] === name);
  for (const selector of selectors) {
    if (typeof selector !== 'string') return at('A field is a selector or a list of selectors.');
    const message = isOfPaths ? findPathFault(selector) : findSelectorFault(selector);
    if (message) return at(message);
  }
  return null;
}

const findPathFault = (path: string) =>
  isPath(path) ? null : 'A path is made of up to five names or *, one of them {slug}, such as /in/{slug}.';

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the selectors of a published document. Invalid selectors are skipped. */
export function readSelectorSet(document: unknown): SelectorSet {
  const set: SelectorSet = {};
  for (const [key, at] of Object.entries({ ...SELECTABLE_FIELDS, ...SELECTABLE_PARTS })) {
    const selectors = readList(document, at, isSelector);
    if (selectors.length > 0) set[key as SelectableField | SelectablePart] = selectors;
  }
  const paths = readList(document, PATHS_AT, isPath);
  return paths.length > 0 ? { ...set, paths } : set;
}

function readList(
  document: unknown,
  [group, name]: readonly [string, string],
  isValid: (text: string) => boolean,
): string[] {
  const found = ownValue(ownValue(document, group), name);
  const given: unknown[] = Array.isArray(found) ? found : [found];
  return given
    .slice(0, MAX_SELECTORS_PER_FIELD)
    .filter((one): one is string => typeof one === 'string' && isValid(one));
}

function ownValue(of: unknown, name: string): unknown {
  return isGroup(of) && Object.prototype.hasOwnProperty.call(of, name) ? of[name] : undefined;
}
