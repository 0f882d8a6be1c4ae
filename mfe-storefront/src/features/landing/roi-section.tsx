import { ROI } from '../../copy/landing.ts';
import { Section } from '../page/section.tsx';
import { RoiCalculator } from '../roi/roi-calculator.tsx';

export function RoiSection() {
  return (
    <Section id="roi-calculator" title={ROI.title} lead={ROI.lead}>
      <RoiCalculator />
    </Section>
  );
}
