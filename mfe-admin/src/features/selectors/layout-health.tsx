import { formatWhole } from '@leadping/contracts/currency';
import {
  CAPTURE_ALERT,
  type LayoutHealth as Health,
} from '@leadping/contracts/licensing/capture-report-routes';
import { FIELD_NAMES } from '@leadping/contracts/licensing/field-names';
import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { BarChart } from '@leadping/web-kit/dashboard/bar-chart.tsx';
import { LineChart } from '@leadping/web-kit/dashboard/line-chart.tsx';
import { namedDayText } from '@leadping/web-kit/page/dates.ts';
import { Button } from '@leadping/web-kit/ui/core';
import { Segmented } from '@leadping/web-kit/ui/menu';
import { useState } from 'react';
import styles from './capture-health.module.css';

/** Few profiles show an email: extensions do not count it. */
const FIELDS: readonly SelectableField[] = ['fullName', 'jobTitle', 'company', 'location', 'connections'];
const VERSIONS_SHOWN = 3;

const percentText = (share: number) => `${Math.round(share * 100)}%`;

/** One layout: a bar for each field, and its days on demand. */
export function LayoutHealth({ health, published }: { health: Health; published: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const { layout, presses, failures, versions, extensions } = health;
  return (
    <li className={styles.layout}>
      <header>
        <h3>
          Layout <code>{layout}</code>
        </h3>
        <span className={styles.quiet}>
          {formatWhole(presses)} {presses === 1 ? 'press' : 'presses'}
        </span>
        {versions.slice(0, VERSIONS_SHOWN).map((version) => (
          <Badge key={version} tone={version === published ? 'success' : 'neutral'}>
            {version === 0 ? 'Built-in selectors' : `Version ${version}`}
          </Badge>
        ))}
        <span className={styles.quiet}>Extension {extensions.slice(0, VERSIONS_SHOWN).join(', ')}</span>
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide days' : 'Show days'}
        </Button>
      </header>
      <dl className={styles.fields} aria-label={`Not found on layout ${layout}`}>
        {FIELDS.map((field) => (
          <FieldBar key={field} field={field} failed={failures[field] ?? 0} presses={presses} />
        ))}
      </dl>
      {isOpen && <Days health={health} />}
    </li>
  );
}

function FieldBar({ field, failed, presses }: { field: SelectableField; failed: number; presses: number }) {
  const share = failed / presses;
  return (
    <div>
      <dt>{FIELD_NAMES[field]}</dt>
      <dd>
        <span className={styles.bar} aria-hidden="true" data-failing={share > CAPTURE_ALERT.share}>
          <span style={{ width: percentText(share) }} />
        </span>
        <span className={styles.share}>
          {failed === 0 ? 'Always found' : `${percentText(share)} not found (${formatWhole(failed)})`}
        </span>
      </dd>
    </div>
  );
}

function Days({ health: { layout, days, failures } }: { health: Health }) {
  const worst = [...FIELDS].sort((one, other) => (failures[other] ?? 0) - (failures[one] ?? 0))[0];
  const [field, setField] = useState<SelectableField>(worst ?? 'fullName');
  const times = days.map(({ day }) => Date.parse(day));
  const shares = days.map((day, index) => ({
    at: times[index] ?? 0,
    value: (day.failures[field] ?? 0) / day.presses,
  }));
  const name = FIELD_NAMES[field];
  return (
    <div className={styles.days}>
      <Segmented
        size="small"
        className={styles.choice}
        aria-label={`Field of layout ${layout}`}
        value={field}
        onChange={setField}
        options={FIELDS.map((value) => ({ value, label: FIELD_NAMES[value] }))}
      />
      <div className={styles.charts}>
        <LineChart
          label={`${name} not found`}
          series={[{ name: `${name} not found, of the presses of a day`, points: shares }]}
          from={times[0] ?? 0}
          to={times.at(-1) ?? 1}
          format={percentText}
          timeOf={namedDayText}
          period="by day"
        />
        <BarChart
          label="Presses a day"
          points={days.map(({ presses }, index) => ({ at: times[index] ?? 0, value: presses }))}
          format={formatWhole}
          timeOf={namedDayText}
          period="by day"
          empty="No presses."
        />
      </div>
    </div>
  );
}
