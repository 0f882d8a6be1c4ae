import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';
import { CorrectEmail } from '@leadping/web-kit/dashboard/correct-email.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { correctEmail, readLicenses } from './endpoints.ts';

interface CorrectLicenseEmailProps {
  license: AdminLicense | undefined;
  onClose: () => void;
}

export function CorrectLicenseEmail({ license, onClose }: CorrectLicenseEmailProps) {
  const { id = '' } = useLast(license) ?? {};
  return (
    <CorrectEmail
      email={license?.email}
      route={correctEmail}
      id={id}
      name="email"
      schema={() => import('../../schemas.ts').then((schemas) => schemas.correctEmailByAdmin.body)}
      invalidates={[readLicenses]}
      onClose={onClose}
    />
  );
}
