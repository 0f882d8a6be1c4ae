import type { Order } from '@leadping/contracts/commerce/order-routes';
import { Disputes } from '@leadping/web-kit/dashboard/disputes.tsx';
import { FormDialog } from '@leadping/web-kit/dashboard/form-dialog.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { readDisputes } from '../../endpoints.ts';

interface OrderDisputesProps {
  order: Order | undefined;
  onClose: () => void;
}

export default function OrderDisputes({ order, onClose }: OrderDisputesProps) {
  const shown = useLast(order);
  return (
    <UiProvider>
      <FormDialog isOpen={order !== undefined} title="Dispute" width={720} onClose={onClose}>
        {shown && <Disputes orderId={shown.id} read={readDisputes} />}
      </FormDialog>
    </UiProvider>
  );
}
