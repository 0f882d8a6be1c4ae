import { contentType, lookup } from 'mime-types';

/** File types that a build may serve. Others, such as HTML, are never served directly. */
const SERVED = new Set(
  'js mjs css json txt xml webmanifest svg vtt png jpg jpeg webp avif ico woff2 mp4 webm'.split(' '),
);

const TEXT = /\.(m?js|css|html|json|svg|vtt|txt|xml|webmanifest)$/;

/** The content type of a build's file. Null if the file must not be served directly. */
export function contentTypeOf(file: string): string | null {
  const extension = file.slice(file.lastIndexOf('.') + 1);
  const type = SERVED.has(extension) && lookup(extension);
  return type ? contentType(type) || type : null;
}

export const isText = (file: string) => TEXT.test(file);
