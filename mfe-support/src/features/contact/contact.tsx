import { UiProvider } from '@leadping/web-kit/ui/core';
import { ResendKey } from '../keys/resend-key.tsx';
import { TicketForm } from './ticket-form.tsx';

/** The two ways to write to us. */
export default function Contact() {
  return (
    <UiProvider>
      <TicketForm />
      <ResendKey />
    </UiProvider>
  );
}
