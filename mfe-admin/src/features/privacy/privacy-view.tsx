import { UiProvider } from '@leadping/web-kit/ui/core';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { Erasures } from './erasures.tsx';
import { PersonForm } from './person-form.tsx';

/** What the privacy page promises: everything about a person as a file, and the person's removal. */
export default function PrivacyView() {
  return (
    <UiProvider>
      <ViewHeader title="Privacy">
        Export everything we store about an email address, or remove the person.
      </ViewHeader>
      <PersonForm />
      <Erasures />
    </UiProvider>
  );
}
