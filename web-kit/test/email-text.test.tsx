import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { EmailText } from '../src/page/email-text.tsx';

it.each([
  ['ada@example.com', 'ada@<wbr>example.com'],
  ['"a@b"@example.com', '"a@b"@<wbr>example.com'],
  ['Unknown', '<wbr>Unknown'],
])('%s breaks before its domain, and is read and copied as a whole', (email, html) => {
  const { container } = render(<EmailText email={email} />);
  expect(container.innerHTML).toBe(`<bdi>${html}</bdi>`);
  expect(container.textContent).toBe(email);
});
