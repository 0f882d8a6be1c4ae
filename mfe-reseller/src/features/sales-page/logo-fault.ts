/** Copied from the contract, because importing it would load its schemas into the page. */
export const LOGO_TYPES = [
  'image/jpeg',
  'image/jpg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/svg+xml',
];
const MAX_BYTES = 5 * 1024 * 1024;

/** Checks a file that was chosen as a logo (specification, signed-in side §5). @returns the error text, if any */
export function logoFault({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (size > MAX_BYTES) return 'File size must be less than 5MB';
  return LOGO_TYPES.includes(type) ? undefined : 'Only image files are allowed (JPEG, PNG, GIF, WebP, SVG)';
}
