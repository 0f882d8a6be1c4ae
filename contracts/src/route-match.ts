/** Ranks how specific a pattern is, part by part: text, then parameter, then rest of the path. */
function exactness(pattern: string): string {
  return pattern
    .split('/')
    .map((part) => (part === '*' ? 'c' : part.startsWith(':') ? 'b' : 'a'))
    .join('');
}

/** A key that is equal for equivalent patterns: `/r/:slug` and `/r/:name`. */
export function patternKey(pattern: string): string {
  return pattern.replaceAll(/:[^/]+/g, ':');
}

export function matchesPattern(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const given = pathname.split('/').filter(Boolean);
  const open = wanted.at(-1) === '*';
  if (open) wanted.pop();
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}

/** Finds the most specific pattern that matches a path, as the router does. */
export function findPattern<Entry>(
  entries: readonly Entry[],
  pathname: string,
  patternOf: (entry: Entry) => string,
): Entry | undefined {
  return entries
    .filter((entry) => matchesPattern(patternOf(entry), pathname))
    .sort((a, b) => (exactness(patternOf(a)) < exactness(patternOf(b)) ? -1 : 1))[0];
}
