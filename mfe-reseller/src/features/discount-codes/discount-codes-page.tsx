import action from '@leadping/web-kit/dashboard/action.module.css';
import { DiscountCodesView } from '@leadping/web-kit/dashboard/discount-codes.tsx';
import { Link } from '@leadping/web-kit/router';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { createCode, endCode, readCodes } from '../../endpoints.ts';
import { HOME } from '../account/home.ts';

export default function DiscountCodesPage() {
  return (
    <UiProvider>
      <DiscountCodesView
        list={readCodes}
        create={createCode}
        end={endCode}
        schema={() => import('../../schemas.ts').then((schemas) => schemas.createResellerDiscountCode.body)}
        keysLink={
          <Link to={`${HOME}/payment-setup`} className={action.primary}>
            Open the payment setup
          </Link>
        }
      />
    </UiProvider>
  );
}
