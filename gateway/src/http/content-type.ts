import { contentType, lookup } from 'mime-types';

/** The kinds of file that a build may serve; whatever is not among them, such as HTML, is never served by itself. */
const SERVED = new Set(
  'js mjs css json txt xml webmanifest svg vtt png jpg jpeg webp avif ico woff2 mp4 webm'.split(' '),
);

const TEXT = /\.(m?js|css|html|json|svg|vtt|txt|xml|webmanifest)$/;

/** The type under which a build's file is served; null for what is never served by itself. */
export function contentTypeOf(file: string): string | null {
  const extension = file.slice(file.lastIndexOf('.') + 1);
  const type = SERVED.has(extension) && lookup(extension);
  return type ? contentType(type) || type : null;
}

export const isText = (file: string) => TEXT.test(file);
