/** Where a stored logo is shown from, on our own origin. */
export function logoUrl(name: string | null): string | null {
  return name === null ? null : `/api/logos/${name}`;
}
