import * as routes from '@leadping/contracts/commerce/reseller-admin-routes';
import type { ReplyOf } from '@leadping/contracts/route';
import { cacheLargeSums } from '@leadping/service-kit/data/large-sums';
import { setNextCursor } from '@leadping/service-kit/http/list-cursor';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { setActive } from './change-reseller.ts';
import { deleteReseller } from './delete-reseller.ts';
import { editReseller } from './edit-reseller.ts';
import { findUsers } from './find-users.ts';
import { getResellerDetails } from './get-reseller-details.ts';
import { inviteReseller } from './invite-reseller.ts';
import { listResellers, summarizeResellers } from './list-resellers.ts';
import { resendWelcome } from './resend-welcome.ts';
import type { ResellerDocument } from './reseller.model.ts';
import { showReseller } from './show-reseller.ts';

export function registerResellerAdminRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  const cachedSummary = cacheLargeSums(({ revenue }: ReplyOf<typeof routes.summarizeResellers>) =>
    revenue.reduce((sum, { orders }) => sum + orders, 0),
  );
  const show = async (reseller: ResellerDocument) =>
    showReseller(reseller, (await findUsers(commerce, [reseller._id])).get(reseller._id));

  route(routes.listResellers, async ({ query, reply }) => {
    const { resellers, next } = await listResellers(commerce, query);
    setNextCursor(reply, next);
    const ids = resellers.map(({ _id }) => _id);
    const users = await findUsers(commerce, ids);
    return resellers.map((reseller) => showReseller(reseller, users.get(reseller._id)));
  });
  route(routes.summarizeResellers, () => cachedSummary({}, () => summarizeResellers(commerce)));
  route(routes.getReseller, ({ params }) => getResellerDetails(commerce, params.id));
  route(routes.inviteReseller, async ({ body }) => {
    const { reseller, user } = await inviteReseller(commerce, body);
    return showReseller(reseller, user);
  });
  route(routes.editReseller, async ({ params, body }) => show(await editReseller(commerce, params.id, body)));
  route(routes.deleteReseller, async ({ params }) => {
    await deleteReseller(commerce, params.id);
    return { message: 'Reseller deleted successfully' };
  });
  route(routes.activateReseller, async ({ params }) => show(await setActive(commerce, params.id, true)));
  route(routes.deactivateReseller, async ({ params }) => show(await setActive(commerce, params.id, false)));
  route(routes.resendWelcome, async ({ params }) => {
    await resendWelcome(commerce, params.id);
    return { message: 'Welcome email resent with new credentials' };
  });
}
