import { useScreenStart } from '@leadping/web-kit/page/use-screen-start.ts';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useSearchParams } from '@leadping/web-kit/router';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { OrderList } from './order-list.tsx';
import { OrderScreen } from './order-screen.tsx';

/** All orders, or one order with its timeline if the address names it. */
export default function OrdersView() {
  const [params] = useSearchParams();
  const order = params.get('order');
  const heading = useScreenStart(order ?? '');
  return (
    <UiProvider>
      {order ? (
        <OrderScreen key={order} id={order} heading={heading} />
      ) : (
        <>
          <ViewHeader title="Orders" headingRef={heading}>
            Every purchase, from us or from a reseller. Open one to see its whole history.
          </ViewHeader>
          <OrderList />
        </>
      )}
    </UiProvider>
  );
}
