import { CAPTURED_FIELDS } from '../../copy/capture.ts';
import { FactTable } from './fact-table.tsx';

export function DataPoints() {
  return (
    <FactTable>
      <thead>
        <tr>
          <th scope="col">Data point</th>
          <th scope="col">Field</th>
          <th scope="col">Example</th>
        </tr>
      </thead>
      <tbody>
        {CAPTURED_FIELDS.map(({ key, label, example }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <code>{key}</code>
            </td>
            <td>
              {example}
              {key === 'email' && ' (null when the profile shows none)'}
            </td>
          </tr>
        ))}
      </tbody>
    </FactTable>
  );
}
