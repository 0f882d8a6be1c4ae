/**
 * Says yes to the first `most` different values of a key and a day, whenever they come again, and no to all others: nobody fills
 * the database by inventing some.
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
