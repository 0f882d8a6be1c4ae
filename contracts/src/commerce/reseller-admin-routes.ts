import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { NextCursor } from '../headers.ts';
import { ListPage, SearchText } from '../list-page.ts';
import { Currency } from '../money.ts';
import { IsoDate, line, nameLine, text } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { OrderStatus } from './order-routes.ts';
import { BusinessName } from './reseller-routes.ts';

/** A reseller as an admin sees them. */
export const Reseller = z.object({
  id: z.string(),
  businessName: z.string(),
  contactPerson: z.string(),
  phone: z.string(),
  notes: z.string(),
  subdomain: z.string(),
  isActive: z.boolean(),
  /** In minor units of `currency`. */
  productPrice: z.int(),
  currency: Currency,
  userEmail: z.string().nullable(),
  username: z.string().nullable(),
  /** Whether all three payment keys are stored. */
  paymentConfigured: z.boolean(),
  createdAt: IsoDate,
});
export type Reseller = z.infer<typeof Reseller>;

const ResellerUser = z.object({
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  createdAt: IsoDate,
});

const ResellerId = z.object({ id: z.string().min(1).max(100) });
const Message = z.object({ message: z.string() });

const ResellerState = z.enum(['all', 'active', 'inactive']);

/** All resellers. With `limit`, one page and the cursor of the next page in `X-Next-Cursor`. */
export const listResellers = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/resellers',
  summary: 'Resellers, newest first or by name',
  access: 'admin',
  query: ListPage.extend({
    /** Part of the business name, the beginning of an email address, a slug or an id. */
    search: SearchText,
    state: ResellerState.default('all'),
    sort: z.enum(['newest', 'oldest', 'name']).default('newest'),
  }),
  replies: { 200: z.array(Reseller) },
  replyHeaders: NextCursor,
  errors: [],
});

export const summarizeResellers = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/resellers/summary',
  summary: 'How many resellers there are, and what all of them sold by currency',
  access: 'admin',
  timeoutSeconds: 20,
  replies: {
    200: z.object({
      total: z.int(),
      active: z.int(),
      paymentConfigured: z.int(),
      /** Decimal strings: sum of completed orders. Test orders count only while the platform is in test mode. */
      revenue: z.array(z.object({ currency: Currency, revenue: z.string(), orders: z.int() })),
    }),
  },
  errors: [],
});

export const getReseller = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/resellers/:id',
  summary: 'A reseller, their sign-in and their last 100 orders',
  access: 'admin',
  params: ResellerId,
  replies: {
    200: z.object({
      reseller: Reseller,
      user: ResellerUser.nullable(),
      orders: z.array(
        z.object({
          id: z.string(),
          /** In minor units of `currency`. */
          amount: z.int(),
          currency: Currency,
          status: OrderStatus,
          /** Paid with a test key. */
          isTest: z.boolean(),
          createdAt: IsoDate,
        }),
      ),
    }),
  },
  errors: ['NOT_FOUND'],
});

export const inviteReseller = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/admin/resellers',
  summary: 'Creates a reseller and emails them a sign-in',
  access: 'admin',
  freshSession: true,
  body: z.strictObject({
    email: EmailAddress,
    businessName: BusinessName,
    contactPerson: nameLine(200).default(''),
    phone: line(50).default(''),
    notes: text(5000).default(''),
  }),
  replies: { 201: Reseller },
  errors: ['EMAIL_TAKEN'],
});

export const editReseller = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/admin/resellers/:id',
  summary: 'Changes a reseller; only what is sent changes',
  access: 'admin',
  freshSession: true,
  params: ResellerId,
  body: z
    .strictObject({
      businessName: BusinessName,
      /** Minor units as text, `7900` for 79 dollars. */
      productPrice: z.string().regex(/^\d{1,8}$/, 'must be cents, digits only'),
      /**
       * The currency of the price, which this call cannot change. CONFLICT if the reseller sells in another currency.
       */
      currency: Currency,
      email: EmailAddress,
    })
    .partial(),
  replies: { 200: Reseller },
  errors: ['NOT_FOUND', 'PRICE_TOO_LOW', 'EMAIL_TAKEN', 'CONFLICT'],
});

export const deleteReseller = defineRoute({
  service: 'svc-commerce',
  method: 'DELETE',
  path: '/api/admin/resellers/:id',
  summary: 'Deletes a reseller; their orders and licenses stay',
  access: 'admin',
  freshSession: true,
  params: ResellerId,
  replies: { 200: Message },
  errors: ['NOT_FOUND'],
});

function toggle<const V extends 'activate' | 'deactivate'>(verb: V, summary: string) {
  return defineRoute({
    service: 'svc-commerce',
    method: 'POST',
    path: `/api/admin/resellers/:id/${verb}` as const,
    summary,
    access: 'admin',
    freshSession: true,
    params: ResellerId,
    bodyType: 'none',
    replies: { 200: Reseller },
    errors: ['NOT_FOUND'],
  });
}

export const activateReseller = toggle('activate', 'Lets a reseller sell again');
export const deactivateReseller = toggle(
  'deactivate',
  'Stops a reseller from selling; sold licenses keep working',
);

export const resendWelcome = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/admin/resellers/:id/resend-welcome',
  summary: 'Emails a reseller a new temporary password',
  access: 'admin',
  params: ResellerId,
  bodyType: 'none',
  freshSession: true,
  replies: { 200: Message },
  errors: ['NOT_FOUND', 'EMAIL_TAKEN', 'CONFLICT'],
});
