const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  vtt: 'text/vtt; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

const TEXT = /\.(m?js|css|html|json|svg|vtt|txt|xml|webmanifest)$/;

/** The type under which a build's file is served; null for what is never served by itself, such as HTML. */
export function contentTypeOf(file: string): string | null {
  return TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? null;
}

export const isText = (file: string) => TEXT.test(file);
