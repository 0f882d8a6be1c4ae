import { PRIVACY } from '../copy/privacy.ts';
import { PRIVACY_META } from '../copy/seo.ts';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function PrivacyPage() {
  return <LegalPage text={PRIVACY} meta={PRIVACY_META} hasSeller />;
}
