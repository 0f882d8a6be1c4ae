import { Icon, ICONS } from '@leadping/web-kit/page/icon.tsx';
import { Link } from '@leadping/web-kit/router';
import { SPREADSHEET } from '../../copy/landing.ts';
import { SHEET_ROWS } from '../../copy/sheet-rows.ts';
import { CAPTURED_FIELDS } from '../../copy/capture.ts';
import layout from '@leadping/web-kit/page/layout.module.css';
import styles from './spreadsheet.module.css';

const OWN_COLUMN = 'Status';

export function Spreadsheet() {
  return (
    <section
      id="spreadsheet"
      aria-labelledby="spreadsheet-title"
      className={`${layout.section} ${styles.section}`}
    >
      <div className={`${layout.wrap} ${styles.split}`}>
        <div>
          <h2 id="spreadsheet-title" className={layout.title}>
            {SPREADSHEET.title}
          </h2>
          <p className={layout.lead}>{SPREADSHEET.lead}</p>
          <ul className={styles.points}>
            {SPREADSHEET.points.map((point) => (
              <li key={point}>
                <Icon path={ICONS.check} size={18} />
                {point}
              </li>
            ))}
          </ul>
          <p className={styles.links}>
            <Link to="/docs/airtable-integration">Airtable guide</Link>
            <Link to="/docs/zapier-integration">Google Sheets through Zapier</Link>
          </p>
        </div>
        <div className={styles.sheet}>
          <table className={styles.table} aria-label="An example sheet">
            <thead>
              <tr>
                <th scope="col" className={styles.corner}>
                  <span className={layout.spoken}>Row</span>
                </th>
                {[...CAPTURED_FIELDS.map(({ label }) => label), OWN_COLUMN].map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {SHEET_ROWS.map((row, index) => (
                <tr key={row[0]} className={index === SHEET_ROWS.length - 1 ? styles.fresh : undefined}>
                  <th scope="row" className={styles.number}>
                    {index + 2}
                  </th>
                  {row.map((cell, column) => (
                    // The table is fixed, so the column identifies the cell.
                    <td key={column}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
