import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { EmailText } from '../src/page/email-text.tsx';

it.each([
  ['ada@example.com', 'ada@<wbr>example.com'],
  ['"a@b"@example.com', '"a@b"@<wbr>example.com'],
  ['Unknown', '<wbr>Unknown'],
])('the email %s can break before its domain, and its text stays unchanged', (email, html) => {
  const { container } = render(<EmailText email={email} />);
  expect(container.innerHTML).toBe(`<bdi>${html}</bdi>`);
  expect(container.textContent).toBe(email);
});
