import { contactsOf } from '@leadping/contracts/commerce/contacts';
import { useTenant } from './use-tenant.ts';

/** The reseller's contact details. Empty if the reseller gives none, and on our own pages. */
export function TenantContacts({ className }: { className?: string }) {
  const tenant = useTenant();
  return (
    <ul className={className}>
      {(tenant ? contactsOf(tenant.salesPage) : []).map(({ href, text }) => (
        <li key={href} data-list="contact">
          <a href={href} rel="noopener" data-fill="text" data-fill-href="href">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
