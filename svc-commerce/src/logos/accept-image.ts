import { DomainError } from '@leadping/service-kit/domain-error';
import { imageSize } from 'image-size';
import { sanitiseSvg, UnsafeSvg } from './sanitise-svg.ts';

/** Taken types by what their first bytes say, never by the name or the type that the upload claims. */
const TYPES: Readonly<Record<string, { extension: string; type: string }>> = {
  jpg: { extension: 'jpg', type: 'image/jpeg' },
  png: { extension: 'png', type: 'image/png' },
  gif: { extension: 'gif', type: 'image/gif' },
  webp: { extension: 'webp', type: 'image/webp' },
  svg: { extension: 'svg', type: 'image/svg+xml' },
};

/** A small file can unpack to gigabytes of pixels in every visitor's browser. */
const MAX_SIDE = 8192;
const MAX_PIXELS = 25_000_000;

export interface AcceptedImage {
  bytes: Buffer;
  type: string;
  extension: string;
}

/**
 * Checks an uploaded image; an SVG is written anew.
 * @throws {DomainError} LOGO_REFUSED
 */
export function acceptImage(upload: Buffer): AcceptedImage {
  const { width, height, kind } = readHeader(upload);
  const known = TYPES[kind];
  if (!known) throw refuseKind();
  if (kind === 'svg') return { ...known, bytes: Buffer.from(cleanSvg(upload), 'utf8') };
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new DomainError(
      'LOGO_REFUSED',
      `The image must have at most ${MAX_SIDE} pixels a side and ${MAX_PIXELS / 1_000_000} million in all.`,
    );
  }
  return { ...known, bytes: upload };
}

function readHeader(upload: Buffer): { width: number; height: number; kind: string } {
  try {
    const { width, height, type = '' } = imageSize(upload);
    return { width, height, kind: type };
  } catch {
    // An SVG without a size of its own is still one.
    if (/<svg[\s>]/.test(upload.subarray(0, 4096).toString('utf8')))
      return { width: 1, height: 1, kind: 'svg' };
    throw refuseKind();
  }
}

function cleanSvg(upload: Buffer): string {
  try {
    return sanitiseSvg(new TextDecoder('utf-8', { fatal: true }).decode(upload));
  } catch (error) {
    if (error instanceof UnsafeSvg || error instanceof TypeError) {
      throw new DomainError('LOGO_REFUSED', 'This SVG cannot be read.', { cause: error });
    }
    throw error;
  }
}

function refuseKind(): DomainError {
  return new DomainError('LOGO_REFUSED', 'Only image files are allowed (JPEG, PNG, GIF, WebP, SVG)');
}
