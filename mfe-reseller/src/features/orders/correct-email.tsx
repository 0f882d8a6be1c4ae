import type { Order } from '@leadping/contracts/commerce/order-routes';
import { CorrectEmail } from '@leadping/web-kit/dashboard/correct-email.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { correctEmail, readLicenses, readOrders } from '../../endpoints.ts';

interface CorrectOrderEmailProps {
  order: Order | undefined;
  onClose: () => void;
}

export default function CorrectOrderEmail({ order, onClose }: CorrectOrderEmailProps) {
  const { id = '', status } = useLast(order) ?? {};
  return (
    <UiProvider>
      <CorrectEmail
        email={order?.customerEmail}
        sends={status === 'completed' ? 'license key' : null}
        route={correctEmail}
        id={id}
        name="customerEmail"
        schema={() =>
          import('../../schemas.ts').then(({ correctResellerOrderEmail }) => correctResellerOrderEmail.body)
        }
        invalidates={[readOrders, readLicenses]}
        onClose={onClose}
      />
    </UiProvider>
  );
}
