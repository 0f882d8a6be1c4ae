/** Ranks how exact a pattern is, part by part: text before a parameter before the rest of the path. */
function exactness(pattern: string): string {
  return pattern
    .split('/')
    .map((part) => (part === '*' ? 'c' : part.startsWith(':') ? 'b' : 'a'))
    .join('');
}

/** The same for two patterns that claim the same paths: `/r/:slug` and `/r/:name`. */
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

/** The most exact of the patterns that match a path, as the router would choose it. */
export function findPattern<Entry>(
  entries: readonly Entry[],
  pathname: string,
  patternOf: (entry: Entry) => string,
): Entry | undefined {
  return entries
    .filter((entry) => matchesPattern(patternOf(entry), pathname))
    .sort((a, b) => (exactness(patternOf(a)) < exactness(patternOf(b)) ? -1 : 1))[0];
}
