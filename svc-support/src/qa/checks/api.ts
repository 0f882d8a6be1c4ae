import { getPricing } from '@leadping/contracts/commerce/pricing-routes';
import { ErrorBody } from '@leadping/contracts/errors';
import type { CheckContext } from '../check-context.ts';
import type { Check } from '../check.ts';
import { confirm } from '../check.ts';
import { readAs } from '../api-client.ts';

export function apiChecks({ client }: CheckContext): Check[] {
  const category = 'API';
  return [
    {
      category,
      name: 'Prices are served',
      run: async () => {
        const reply = await client.expectStatus(200, getPricing.path);
        const { mainProduct } = readAs(getPricing.replies[200], reply);
        confirm(mainProduct.dollars > 0, 'the main product has no price');
        return `the main product costs ${mainProduct.dollars} dollars`;
      },
    },
    {
      category,
      name: 'The home page belongs to no reseller',
      run: async () => {
        await client.expectStatus(404, '/api/tenant', { headers: { 'x-current-path': '/' } });
        return '/api/tenant replies 404';
      },
    },
    {
      category,
      name: 'An unknown call is refused in the error shape',
      run: async () => {
        const { code } = readAs(ErrorBody, await client.expectStatus(404, '/api/qa-unknown-call'));
        return `404 ${code}`;
      },
    },
  ];
}
