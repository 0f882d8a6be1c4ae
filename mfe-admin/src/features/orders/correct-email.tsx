import type { AdminOrder } from '@leadping/contracts/commerce/order-routes';
import { CorrectEmail } from '@leadping/web-kit/dashboard/correct-email.tsx';
import { useDialog } from '@leadping/web-kit/dashboard/use-dialog.ts';
import { Button } from '@leadping/web-kit/ui/core';
import { correctEmail, readOrders } from './endpoints.ts';

/**
 * Releases an order that is held for want of an address, or has its key sent to another. Paid reseller rights have made a
 * reseller, whose address it is from then on.
 */
export function CorrectOrderEmail({ order }: { order: AdminOrder }) {
  const { id, customerEmail, emailProblem, productType, status } = order;
  const { subject, open, close } = useDialog<string>();
  const isOfReseller = productType === 'reseller_rights';
  if (isOfReseller && emailProblem === null) return null;
  // An undelivered key says nothing against its address: "Resend key" in the timeline sends it again.
  const isWrong = emailProblem !== null && emailProblem !== 'undelivered';
  const sent = status !== 'completed' ? null : isOfReseller ? 'welcome email' : 'license key';
  return (
    <>
      <Button size="small" danger={isWrong} onClick={() => open(customerEmail)}>
        Correct email
      </Button>
      <CorrectEmail
        email={subject}
        sends={sent}
        route={correctEmail}
        id={id}
        name="customerEmail"
        schema={() => import('../../schemas.ts').then((schemas) => schemas.correctOrderEmail.body)}
        invalidates={[readOrders]}
        onClose={close}
      />
    </>
  );
}
