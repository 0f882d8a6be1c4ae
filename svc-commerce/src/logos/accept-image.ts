import { LOGO_MAX_BYTES } from '@leadping/contracts/commerce/logo-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { disableTypes, imageSize, types } from 'image-size';
import { sanitizeApart } from './sanitize-apart.ts';
import { UnsafeSvg } from './unsafe-svg.ts';

/** Accepted image types, by the extension of the stored name. */
const TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
} as const;
type Kind = keyof typeof TYPES;

/** The content type of a stored logo. */
export const typeOfLogo = (name: string): string => TYPES[name.slice(name.lastIndexOf('.') + 1) as Kind];

// The library reads an SVG with a regular expression that can take seconds. It also reads types that we do not accept.
disableTypes(types.filter((type) => !(type in TYPES) || type === 'svg'));

/** Every format has its dimensions near the beginning, but a photograph's metadata may come first. */
const HEAD_BYTES = 512 * 1024;
/** A small file can unpack to gigabytes of pixels in every visitor's browser. */
const MAX_SIDE = 8192;
const MAX_PIXELS = 25_000_000;

export interface AcceptedImage {
  bytes: Buffer;
  extension: string;
}

/**
 * Checks an uploaded image by its first bytes, never by the name or type that the upload claims. An SVG is rewritten.
 * @throws {DomainError} LOGO_REFUSED
 */
export async function acceptImage(upload: Buffer): Promise<AcceptedImage> {
  const kind = kindOf(upload);
  if (kind === 'svg') return { extension: kind, bytes: Buffer.from(await cleanSvg(upload), 'utf8') };
  const { width, height } = readSize(upload.subarray(0, HEAD_BYTES));
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new DomainError(
      'LOGO_REFUSED',
      `The image must have at most ${MAX_SIDE} pixels a side and ${MAX_PIXELS / 1_000_000} million in all.`,
    );
  }
  return { extension: kind, bytes: upload };
}

/** @throws {DomainError} LOGO_REFUSED for every other kind of file */
function kindOf(upload: Buffer): Kind {
  const starts = (bytes: string, at = 0) =>
    upload.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'));
  if (starts('\u0089PNG\r\n\u001a\n')) return 'png';
  if (starts('\u00ff\u00d8\u00ff')) return 'jpg';
  if (starts('GIF87a') || starts('GIF89a')) return 'gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp';
  const text = upload
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('<') && /<svg[\s>]/.test(text)) return 'svg';
  throw refuseKind();
}

function readSize(head: Buffer): { width: number; height: number } {
  try {
    return imageSize(head);
  } catch {
    throw refuseKind();
  }
}

async function cleanSvg(upload: Buffer): Promise<string> {
  const text = readText(upload);
  try {
    return await sanitizeApart(text, LOGO_MAX_BYTES);
  } catch (error) {
    if (error instanceof UnsafeSvg) throw refuseSvg(error);
    throw error;
  }
}

/** @throws {DomainError} LOGO_REFUSED for bytes that are not UTF-8 */
function readText(upload: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(upload);
  } catch (error) {
    throw refuseSvg(error);
  }
}

const refuseSvg = (cause: unknown) => new DomainError('LOGO_REFUSED', 'This SVG cannot be read.', { cause });

function refuseKind(): DomainError {
  return new DomainError('LOGO_REFUSED', 'Only image files are allowed (JPEG, PNG, GIF, WebP, SVG)');
}
