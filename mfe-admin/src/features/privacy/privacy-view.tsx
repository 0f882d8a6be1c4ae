import { UiProvider } from '@leadping/web-kit/ui/core';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { Erasures } from './erasures.tsx';
import { PersonForm } from './person-form.tsx';

/** Exports all data of a person as a file, or erases them. */
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
