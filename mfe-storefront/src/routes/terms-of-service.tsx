import { TERMS_META } from '../copy/seo.ts';
import { TERMS } from '../copy/terms.ts';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function TermsPage() {
  return <LegalPage text={TERMS} meta={TERMS_META} hasSeller />;
}
