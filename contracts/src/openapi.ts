import { BRAND } from './brand.ts';
import { ERROR_STATUS, ErrorBody, type ErrorCode } from './errors.ts';
import type { Access, Route } from './route.ts';
import { shortNameOf } from './services.ts';
import { z } from 'zod';

type Json = Record<string, unknown>;

const ACCESS: Readonly<Record<Access, string>> = {
  anyone: 'For anyone.',
  customer: 'For the owner of an address who opened a mailed link, each for their own.',
  'signed-in': 'For whoever is signed in.',
  staff: 'For admins and support.',
  admin: 'For admins.',
  publisher: 'For admins, and for release tokens (`Authorization: Bearer`).',
  reseller: 'For resellers, each for their own.',
  credentials: 'The caller proves itself in the request; no session is read.',
};

const INTRODUCTION = `Every call that the pages, the extension and your own programs may make, generated from the contracts that the services enforce.

**Signing in.** A call for admins or resellers reads the \`session\` cookie that \`POST /api/login\` sets. Calls for programs prove themselves in the request, as each one says.

**Errors** have one shape: \`{ message, code, requestId }\`. Programs decide by \`code\`; give us the \`requestId\` when you write to us.

**Limits.** A call over its limit gets 429 with \`Retry-After\`.`;

const TAGS: Readonly<Record<string, string>> = {
  commerce: 'Prices, resellers, checkouts, payments and orders.',
  gateway: 'Releases of the pages.',
  identity: 'Sign-in, accounts, second factors and invitations.',
  licensing: 'License keys, devices and the extension’s selectors.',
  support: 'Tickets, emails and system logs.',
};

/** Builds an OpenAPI 3.1 document from the contracts. */
export function openApiOf(routes: readonly Route[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: `${BRAND.name} API`, version: '1', description: INTRODUCTION },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map(tagOf))].sort().map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  };
}

function operationOf(route: Route): Json {
  const needsSession = route.access !== 'anyone' && route.access !== 'credentials';
  return {
    tags: [tagOf(route)],
    summary: route.summary,
    description: descriptionOf(route),
    parameters: [
      ...parametersOf('path', route.params),
      ...parametersOf('query', route.query),
      ...parametersOf('header', route.headers),
    ],
    ...requestBodyOf(route),
    responses: { ...repliesOf(route), ...errorsOf(route) },
    security: needsSession ? [{ session: [] }] : [],
  };
}

const tagOf = ({ service }: Route) => shortNameOf(service);

function descriptionOf({ access, limit, freshSession }: Route): string {
  const audience = freshSession
    ? `${ACCESS[access]} Needs a sign-in of the last ten minutes.`
    : ACCESS[access];
  if (!limit) return audience;
  const per = limit.field === undefined ? 'network' : `network and ${limit.field}`;
  return `${audience} At most ${limit.points} calls in ${limit.windowSeconds} seconds per ${per}.`;
}

function parametersOf(place: 'path' | 'query' | 'header', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function requestBodyOf({ body, bodyType, method }: Route): Json {
  if (bodyType === 'multipart') {
    const file = { type: 'string', format: 'binary' };
    return {
      requestBody: {
        content: { 'multipart/form-data': { schema: { type: 'object', additionalProperties: file } } },
      },
    };
  }
  if (bodyType === 'form' && body) {
    const schema = schemaOf(body, 'input');
    return { requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } };
  }
  if (bodyType === 'raw') return { requestBody: { content: { 'application/json': { schema: {} } } } };
  if (!body || method === 'GET') return {};
  return {
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
  };
}

function repliesOf({ replies, replyHeaders }: Route): Json {
  const headers = Object.fromEntries(
    parametersOf('header', replyHeaders).map(({ name, required, schema }) => [name, { required, schema }]),
  );
  return Object.fromEntries(
    Object.entries(replies).map(([status, schema]) => [
      status,
      {
        description: 'Success',
        ...(replyHeaders ? { headers } : {}),
        content: { 'application/json': { schema: schemaOf(schema, 'output') } },
      },
    ]),
  );
}

/** Lists every error code of a route: its own and those of its guards and parsing. */
export function errorCodesOf({
  errors,
  access,
  method,
  limit,
  params,
  query,
  headers,
  cors,
  freshSession,
  repeatable,
}: Route): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([...errors, 'INTERNAL', 'UNAVAILABLE']);
  if (params ?? query ?? headers) codes.add('VALIDATION_FAILED');
  if (method !== 'GET') codes.add('VALIDATION_FAILED').add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  if (access !== 'anyone' && access !== 'credentials') codes.add('UNAUTHENTICATED');
  if (['staff', 'admin', 'publisher', 'reseller'].includes(access)) {
    codes.add('FORBIDDEN').add('PASSWORD_CHANGE_REQUIRED').add('SECOND_FACTOR_SETUP_REQUIRED');
  }
  if (freshSession) codes.add('FRESH_SIGN_IN_REQUIRED');
  if (method !== 'GET' && access !== 'credentials' && cors !== 'any-origin') codes.add('ORIGIN_REFUSED');
  if (limit) codes.add('RATE_LIMITED');
  if (method !== 'GET' && !repeatable) codes.add('UPSTREAM_TIMEOUT');
  return codes;
}

function errorsOf(route: Route): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(route))
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/**
 * Parts that JSON Schema cannot express (transformations, custom checks) allow any value here. The contract still
 * enforces them.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return json;
}
