import { DATA_PROCESSING } from '../copy/data-processing.ts';
import { DATA_PROCESSING_META } from '../copy/seo.ts';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function DataProcessingPage() {
  return <LegalPage text={DATA_PROCESSING} meta={DATA_PROCESSING_META} />;
}
