import { getTicket } from '@leadping/contracts/support/ticket-routes';
import { trusted } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { createTicket } from '../../tickets/create-ticket.ts';
import type { CheckContext } from '../check-context.ts';
import type { Check } from '../check.ts';
import { confirm } from '../check.ts';
import { readAs } from '../api-client.ts';

const OF_A_RUN = String.raw`^qa-[\da-f-]{36}@qa\.invalid$`;

export function supportChecks({ client, support }: CheckContext): Check[] {
  const category = 'Support';
  return [
    {
      category,
      name: 'A ticket is opened, read, replied to and kept from others',
      run: async () => {
        // Nobody has an address under .invalid (RFC 2606), so no mail is sent to it.
        const email = `qa-${randomUUID()}@qa.invalid`;
        try {
          const asked = {
            name: 'QA run',
            email,
            category: 'other',
            subject: 'QA run',
            message: 'Made by a QA run and removed after it.',
            priority: 'low',
            licenseKey: undefined,
          } as const;
          const ticketNumber = await createTicket(support, asked, { address: '127.0.0.1' });
          const path = `/api/support/ticket/${ticketNumber}`;
          await client.expectStatus(201, `${path}/response`, { json: { email, message: 'A reply' } });
          const reply = await client.expectStatus(200, `${path}?email=${email}`);
          const { responses } = readAs(getTicket.replies[200], reply);
          confirm(responses.length === 1, `the ticket has ${responses.length} responses, expected 1`);
          await client.expectStatus(404, `${path}?email=other@qa.invalid`);
        } finally {
          // Deletes the tickets of all runs: an earlier run may have been killed, or a failed creation may have stored
          // its ticket anyway.
          await support.tickets.deleteMany({ emailKey: trusted({ $regex: OF_A_RUN }) });
        }
        return 'the ticket was removed again';
      },
    },
  ];
}
