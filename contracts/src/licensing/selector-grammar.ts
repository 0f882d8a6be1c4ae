/**
 * The one grammar of published selectors, free of zod: the extension and the admin's editor carry it in their bundles.
 * A selector is made of tag, `#id`, `.class` and `[attribute]`, joined by at most three spaces or `>`. A browser cannot be
 * interrupted inside `querySelector`, so whatever costs more than one pass over a page (`:has`, `~`, `+`, `*`) is left out.
 */
export const MAX_SELECTOR_LENGTH = 200;
export const MAX_SELECTORS_PER_FIELD = 8;
export const MAX_COMBINATORS = 3;
const MAX_DEPTH = 5;
const MAX_SELECTORS = 500;

const IDENTIFIER = String.raw`-?[A-Za-z_][\w-]*`;
const TAG = '[A-Za-z][A-Za-z0-9-]*';
const ATTRIBUTE = String.raw`\[${IDENTIFIER}(?:[*^$~|]?="[^"\\\n]*"(?: i)?)?\]`;
const PART = `(?:[#.]${IDENTIFIER}|${ATTRIBUTE})`;
const COMPOUND = `(?:${TAG}${PART}*|${PART}+)`;
const SELECTOR = new RegExp(`^${COMPOUND}(?:(?: +| *> *)${COMPOUND})*$`);
/** What may hold spaces or `>` that join nothing; by the grammar a value has no quote in it. */
const QUOTED = /"[^"]*"(?: i)?/g;
const COMBINATORS = / +(?:> *)?|> */g;

/** Whether a selector keeps the grammar. */
export function isSelector(selector: string): boolean {
  return (
    selector.length <= MAX_SELECTOR_LENGTH &&
    SELECTOR.test(selector) &&
    countCombinators(selector) <= MAX_COMBINATORS
  );
}

/** What is wrong with a selector, as a sentence for the admin; null for one that keeps the grammar. */
export function findSelectorFault(selector: string): string | null {
  if (isSelector(selector)) return null;
  if (selector.length > MAX_SELECTOR_LENGTH)
    return `A selector may have at most ${MAX_SELECTOR_LENGTH} characters.`;
  return SELECTOR.test(selector)
    ? `A selector may have at most ${MAX_COMBINATORS} spaces or “>” between its parts.`
    : 'A selector is made of tag, #id, .class and [attribute="value"], joined by a space or “>”.';
}

const countCombinators = (selector: string) => selector.replace(QUOTED, '').match(COMBINATORS)?.length ?? 0;

/** Where the fields of a capture that selectors can find are in the published document. */
export const SELECTABLE_FIELDS = {
  fullName: ['profile', 'name'],
  jobTitle: ['profile', 'headline'],
  company: ['profile', 'company'],
  location: ['profile', 'location'],
  connections: ['profile', 'connections'],
  email: ['contact', 'emailField'],
} as const;
export type SelectableField = keyof typeof SELECTABLE_FIELDS;
export type SelectorSet = Partial<Record<SelectableField, string[]>>;

/** A fault of a published document and the names that lead to it. */
export interface SelectorsFault {
  path: string[];
  message: string;
}

/**
 * Checks a whole document: groups of fields, each field one selector or a list of up to eight, tried in their order.
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
  for (const selector of selectors) {
    if (typeof selector !== 'string') return at('A field is a selector or a list of selectors.');
    const message = findSelectorFault(selector);
    if (message) return at(message);
  }
  return null;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a browser may use of a published document; anything that breaks the grammar is left out, field by field. */
export function readSelectorSet(document: unknown): SelectorSet {
  const set: SelectorSet = {};
  for (const [field, [group, name]] of Object.entries(SELECTABLE_FIELDS)) {
    const found = ownValue(ownValue(document, group), name);
    const given: unknown[] = Array.isArray(found) ? found : [found];
    const selectors = given
      .slice(0, MAX_SELECTORS_PER_FIELD)
      .filter((one): one is string => typeof one === 'string' && isSelector(one));
    if (selectors.length > 0) set[field as SelectableField] = selectors;
  }
  return set;
}

function ownValue(of: unknown, name: string): unknown {
  return isGroup(of) && Object.prototype.hasOwnProperty.call(of, name) ? of[name] : undefined;
}
