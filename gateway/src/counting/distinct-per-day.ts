/**
 * Accepts the first `most` distinct values of a key per day, however often they repeat, and rejects all others.
 * Invented values therefore cannot fill the database.
 */
export function distinctPerDay(most: number): (day: string, key: string, value: string) => boolean {
  let current = '';
  const known = new Map<string, Set<string>>();
  return (day, key, value) => {
    if (day !== current) known.clear();
    current = day;
    const values = known.get(key) ?? new Set();
    known.set(key, values);
    if (values.size < most) values.add(value);
    return values.has(value);
  };
}
