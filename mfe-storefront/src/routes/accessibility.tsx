import { ACCESSIBILITY } from '../copy/accessibility.ts';
import { ACCESSIBILITY_META } from '../copy/seo.ts';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function AccessibilityPage() {
  return <LegalPage text={ACCESSIBILITY} meta={ACCESSIBILITY_META} />;
}
