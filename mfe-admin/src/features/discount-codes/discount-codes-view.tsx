import {
  createDiscountCode,
  endDiscountCode,
  listDiscountCodes,
} from '@leadping/contracts/endpoints/commerce/discount-code';
import action from '@leadping/web-kit/dashboard/action.module.css';
import { DiscountCodesView } from '@leadping/web-kit/dashboard/discount-codes.tsx';
import { Link } from '@leadping/web-kit/router';
import { UiProvider } from '@leadping/web-kit/ui/core';

export default function AdminDiscountCodes() {
  return (
    <UiProvider>
      <DiscountCodesView
        list={listDiscountCodes}
        create={createDiscountCode}
        end={endDiscountCode}
        schema={() => import('../../schemas.ts').then((schemas) => schemas.createDiscountCode.body)}
        hasRights
        keysLink={
          <Link to="/admin/settings" className={action.primary}>
            Open the settings
          </Link>
        }
      />
    </UiProvider>
  );
}
