import action from '@leadping/web-kit/dashboard/action.module.css';
import { Panel, Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { Link } from '@leadping/web-kit/router';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { ExternalLink } from 'lucide-react';
import { useReseller } from '../account/use-reseller.ts';
import { BusinessNameForm } from './business-name-form.tsx';
import { Integrate } from './integrate.tsx';
import { Logo } from './logo.tsx';
import { PageForm } from './page-form.tsx';
import { PromisesForm } from './promises-form.tsx';
import { SellerForm } from './seller-form.tsx';
import { Preview } from './preview.tsx';

export default function SalesPage() {
  const reseller = useReseller();
  return (
    <UiProvider>
      <ViewHeader
        title="Sales Page"
        action={
          <Link to={`/r/${reseller.slug}`} target="_blank" className={action.secondary}>
            <ExternalLink size={16} />
            View your page
          </Link>
        }
      >
        What buyers see, and how to bring them there.
      </ViewHeader>
      <Panels>
        <Panel
          title="Business name"
          text="Buyers see it on your page, on the payment page and in their emails."
        >
          <BusinessNameForm />
        </Panel>
        <Panel title="Logo" text="JPEG, PNG, GIF, WebP or SVG, at most 5 MB.">
          <Logo />
        </Panel>
      </Panels>
      <Panel title="Color, questions and contact" text="Make the page your own. Everything here is optional.">
        <PageForm />
      </Panel>
      <Panels>
        <SellerForm />
        <PromisesForm />
      </Panels>
      <Integrate reseller={reseller} />
      <Preview reseller={reseller} />
    </UiProvider>
  );
}
