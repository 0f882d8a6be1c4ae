import { SUB_PROCESSORS } from '../copy/sub-processors.ts';
import { SUB_PROCESSORS_META } from '../copy/seo.ts';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function SubProcessorsPage() {
  return <LegalPage text={SUB_PROCESSORS} meta={SUB_PROCESSORS_META} />;
}
