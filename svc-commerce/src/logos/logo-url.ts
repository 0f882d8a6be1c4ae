/** The address of a stored logo on our own origin. */
export function logoUrl(name: string | null): string | null {
  return name === null ? null : `/api/logos/${name}`;
}
