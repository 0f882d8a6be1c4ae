import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ViolationReports } from '../src/gateway/violation-routes.ts';
import { LicenseCreateBody } from '../src/licensing/license-create-routes.ts';
import { ROUTES } from '../src/routes.ts';

/** Bodies that services parse themselves after they have verified the exact bytes. */
const RAW_BODIES: Record<string, z.ZodType> = {
  'POST /api/webhook/license-create': LicenseCreateBody,
  'POST /api/csp-reports': ViolationReports,
};
/** Stripe defines its events. svc-commerce reads only the fields that it needs. */
const OF_STRIPE = ['POST /api/stripe-webhook', 'POST /api/stripe-webhook/reseller/:resellerId'];

/**
 * Calls without a session: from extensions of any version, systems and pages of resellers, and browsers. Sign-in
 * calls are excluded, because only our own pages make them.
 */
const calls = ROUTES.filter(
  ({ access, service, method }) =>
    (access === 'anyone' || access === 'credentials') && service !== 'svc-identity' && method !== 'GET',
).map((route) => {
  const name = `${route.method} ${route.path}`;
  return { name, body: route.body ?? RAW_BODIES[name] };
});

interface Shape {
  type?: string | string[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  additionalProperties?: unknown;
}

const isNullable = ({ type, anyOf = [] }: Shape): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(isNullable);

/** The places where a body refuses an unknown field, or null for an optional field. */
function faultsOf(shape: Shape, path = 'body'): string[] {
  const { properties = {}, required = [], items, anyOf = [] } = shape;
  return [
    ...(shape.additionalProperties === false ? [`${path}: refuses unknown fields`] : []),
    ...Object.entries(properties).flatMap(([field, value]) => [
      ...(required.includes(field) || isNullable(value) || isAnything(value)
        ? []
        : [`${path}.${field}: refuses null`]),
      ...faultsOf(value, `${path}.${field}`),
    ]),
    ...(items ? faultsOf(items, `${path}[]`) : []),
    ...anyOf.flatMap((each) => faultsOf(each, path)),
  ];
}

const isAnything = (shape: Shape) => Object.keys(shape).length === 0;

describe('calls that external software makes', () => {
  it.each(calls.filter(({ name }) => !OF_STRIPE.includes(name)))(
    '$name accepts null for optional fields and ignores unknown fields',
    ({ body }) => {
      expect(body).toBeDefined();
      const shape = z.toJSONSchema(body!, { io: 'input', unrepresentable: 'any' });
      expect(faultsOf(shape as Shape)).toEqual([]);
    },
  );

  it('are derived from the list of routes', () => {
    expect(calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...OF_STRIPE,
        'POST /api/webhook/license-create',
        'POST /api/license/activate',
        'POST /api/license/validate',
        'POST /api/license/deactivate',
        'POST /api/public/selectors/failures',
        'POST /api/create-reseller-product-checkout',
        'POST /api/support',
      ]),
    );
  });
});
