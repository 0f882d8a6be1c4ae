import { UiProvider } from '@leadping/web-kit/ui/core';
import type { ComponentProps } from 'react';
import { AccountPage } from './account-page.tsx';

/** An account page that is rendered only in the browser, because it has an antd form. */
export function LiveAccountPage({ children, ...page }: ComponentProps<typeof AccountPage>) {
  return (
    <AccountPage {...page}>
      <UiProvider>{children}</UiProvider>
    </AccountPage>
  );
}
