import { contactsOf } from '@leadping/contracts/commerce/contacts';
import { useTenant } from './use-tenant.ts';

/** How the reseller of this page is reached: an empty list where they say nothing of it, and on pages of ours. */
export function TenantContacts({ className }: { className?: string }) {
  const tenant = useTenant();
  return (
    <ul className={className}>
      {(tenant ? contactsOf(tenant.salesPage) : []).map(({ href, text }) => (
        <li key={href} data-list="contact">
          <a href={href} rel="noopener">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
