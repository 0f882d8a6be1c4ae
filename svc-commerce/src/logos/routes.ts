import { getLogo, removeLogo as removeLogoRoute, uploadLogo } from '@leadping/contracts/commerce/logo-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { CommerceContext } from '../context.ts';
import { typeOfLogo } from './accept-image.ts';
import { removeLogo, setLogo } from './change-logo.ts';
import { logoUrl } from './logo-url.ts';

const UPLOAD_FIELD = 'logo';

export function registerLogoRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(uploadLogo, async ({ actor, request }) => {
    const name = await setLogo(commerce, actor.resellerId, await readUpload(request));
    return { logoUrl: logoUrl(name) ?? '' };
  });
  route(removeLogoRoute, async ({ actor }) => {
    await removeLogo(commerce, actor.resellerId);
    return { logoUrl: null };
  });
  route(getLogo, async ({ params, reply }) => {
    const logo = await commerce.logos.read(params.name);
    if (!logo) throw new DomainError('NOT_FOUND', 'This logo does not exist.');
    void reply.headers({
      'content-type': typeOfLogo(params.name),
      'cache-control': 'public, max-age=31536000, immutable',
      // An image that is opened on its own must not run or load anything.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${params.name}"`,
    });
    return Buffer.from(logo);
  });
}

async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The logo must be sent as multipart/form-data.');
  }
  const file: MultipartFile | undefined = await request.file();
  if (file?.fieldname !== UPLOAD_FIELD) {
    throw new DomainError('VALIDATION_FAILED', `${UPLOAD_FIELD}: the file is missing`);
  }
  try {
    return await file.toBuffer();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 413) throw error;
    throw new DomainError('PAYLOAD_TOO_LARGE', 'File size must be less than 5MB');
  }
}
