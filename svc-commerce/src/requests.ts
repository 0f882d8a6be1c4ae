import {
  findReceiptPath,
  findReseller as findResellerRequest,
  hasOrder,
  notificationSettings,
  saleNoticeAddress,
} from '@leadping/contracts/commerce/requests';
import { canonicalEmail } from '@leadping/contracts/email-address';
import type { CommerceContext } from './context.ts';
import { receiptPath } from './orders/receipt-path.ts';
import { findReseller } from './resellers/find-reseller.ts';
import { currentSlug } from './resellers/reseller.model.ts';
import { getSettings, isTestModeOn } from './settings/get-settings.ts';

/** Registers the requests of other services. No reply contains a sealed value. */
export function registerRequests(commerce: CommerceContext): void {
  commerce.bus.respond(findResellerRequest, async ({ idOrSlug }) => {
    const reseller = await findReseller(commerce, idOrSlug);
    return {
      reseller: reseller && {
        resellerId: reseller._id,
        slug: currentSlug(reseller),
        businessName: reseller.businessName,
        isActive: reseller.isActive,
      },
    };
  });
  commerce.bus.respond(findReceiptPath, async ({ orderId, email }) => {
    const order = await commerce.orders.findById(orderId).lean();
    // A correction of the license may be on its way here. The link of the present address ends with it.
    const isTheirs = email === undefined || canonicalEmail(email) === order?.canonicalEmail;
    return { path: order?.facts.paid && isTheirs ? receiptPath(commerce.sealer, order) : null };
  });
  commerce.bus.respond(saleNoticeAddress, async ({ resellerId }) => {
    const reseller = await findReseller(commerce, resellerId);
    return { email: reseller && reseller.saleNotices !== false ? reseller.email : null };
  });
  commerce.bus.respond(hasOrder, async ({ email }) => ({
    isKnown: (await commerce.orders.exists({ canonicalEmail: canonicalEmail(email) })) !== null,
  }));
  commerce.bus.respond(notificationSettings, async () => {
    const settings = await getSettings(commerce);
    const testMode = isTestModeOn(settings);
    return {
      adminNotificationEmails: settings.adminNotificationEmails,
      enableTicketNotifications: settings.enableTicketNotifications,
      enableOrderNotifications: settings.enableOrderNotifications,
      testMode,
      persistentLoggingEnabled: testMode && settings.persistentLoggingEnabled,
    };
  });
}
