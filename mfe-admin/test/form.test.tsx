import { describe, expect, it, jest } from '@jest/globals';
import { register } from '@leadping/contracts/identity/session-routes';
import { createTicket } from '@leadping/contracts/support/ticket-routes';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { ApiError } from '@leadping/web-kit/api/api-error';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { PasswordField, SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import { findSchemaFaults } from '@leadping/web-kit/form/check-values.ts';
import { type LoadSchema, readFacts } from '@leadping/web-kit/form/schema-facts.ts';
import { holdTimers } from '@leadping/test-kit/web/hold-timers';
import { openPart } from '@leadping/test-kit/web/open-page';

const EMPTY = { username: '', email: '', password: '', firstName: '' };

function RegisterForm({ schema = async () => register.body, error, onSubmit = () => undefined }: FormProps) {
  return (
    <ContractForm label="Register" schema={schema} initial={EMPTY} error={error} onSubmit={onSubmit}>
      <TextField name="username" label="Username" />
      <TextField name="email" label="Email" type="email" />
      <PasswordField name="password" label="Password" autoComplete="new-password" isNew />
      <TextField name="firstName" label="First name" />
      <SubmitButton isBusy={false} busy="Creating">
        Create
      </SubmitButton>
    </ContractForm>
  );
}

interface FormProps {
  schema?: LoadSchema;
  error?: Error;
  onSubmit?: (values: typeof EMPTY) => void;
}

async function openForm(props: FormProps = {}) {
  const page = await openPart(<RegisterForm {...props} />);
  await screen.findByText('optional');
  return page;
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const press = (user: Awaited<ReturnType<typeof openForm>>['user']) =>
  user.click(screen.getByRole('button', { name: 'Create' }));

describe('a form', () => {
  it('takes required fields and lengths from the contract', async () => {
    await openForm();
    expect(field(/^Username/).getAttribute('aria-required')).toBe('true');
    expect(field(/^Username/).maxLength).toBe(60);
    expect(field(/^Email/).maxLength).toBe(254);
    expect(field(/^First name/).getAttribute('aria-required')).toBeNull();
  });

  it('marks missing fields, describes the errors below them and in a notice, and focuses the first one', async () => {
    const onSubmit = jest.fn();
    const { user, toasts } = await openForm({ onSubmit });
    await user.type(field(/^Username/), 'ada');
    await press(user);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Please fill in all required fields' }]));
    await waitFor(() => expect(document.activeElement).toBe(field(/^Email/)));
    await waitFor(() => expect(field(/^Email/).getAttribute('aria-invalid')).toBe('true'));
    expect(field(/^Username/).getAttribute('aria-invalid')).toBeNull();
    const described =
      field(/^Email/)
        .getAttribute('aria-describedby')
        ?.split(' ') ?? [];
    const texts = described.map((id) => document.getElementById(id)?.textContent ?? '');
    expect(texts.join(' ')).toContain('This field is required.');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("shows the contract's own message, and removes it as soon as the value is corrected", async () => {
    const { user, toasts } = await openForm();
    await user.type(field(/^Username/), 'ada');
    await user.type(field(/^Email/), 'ada@example.com');
    await user.type(field(/^Password/), '12345');
    await press(user);
    const message = 'Password must be at least 6 characters long';
    await waitFor(() => expect(toasts).toMatchObject([{ title: message }]));
    await screen.findByText(message);
    await user.type(field(/^Password/), '6');
    await waitFor(() => expect(field(/^Password/).getAttribute('aria-invalid')).toBeNull());
  });

  it('submits the values once they satisfy every rule', async () => {
    const onSubmit = jest.fn();
    const { user } = await openForm({ onSubmit });
    await user.type(field(/^Username/), 'ada');
    await user.type(field(/^Email/), 'Ada@example.com');
    await user.type(field(/^Password/), 'correct horse');
    await press(user);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      username: 'ada',
      email: 'Ada@example.com',
      password: 'correct horse',
      firstName: '',
    });
  });

  it('leaves validation to the server if its contract fails to load', async () => {
    const onSubmit = jest.fn();
    const schema = () => Promise.reject(new Error('no chunk'));
    const { user } = await openPart(<RegisterForm schema={schema} onSubmit={onSubmit} />);
    await user.type(field(/^Username/), 'ada');
    await press(user);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ username: 'ada', email: '' });
  });

  it('waits three seconds for a contract that hangs', async () => {
    const onSubmit = jest.fn();
    const schema = () => new Promise<never>(() => undefined);
    const { user } = await openPart(<RegisterForm schema={schema} onSubmit={onSubmit} />);
    await user.type(field(/^Username/), 'ada');
    await holdTimers(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Create' }));
      await act(() => jest.advanceTimersByTimeAsync(2999));
      expect(onSubmit).not.toHaveBeenCalled();
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(onSubmit).toHaveBeenCalledTimes(1);
    });
  });

  it.each([
    [{ code: 'USERNAME_TAKEN', message: 'Taken.', field: 'username' }, /^Username/, 'Taken.'],
    [
      { code: 'VALIDATION_FAILED', message: 'no', fields: [{ path: 'email', message: 'Odd address' }] },
      /^Email/,
      'Odd address',
    ],
  ] as const)('shows the error of the server at the rejected field: %j', async (failure, label, text) => {
    const fields = 'fields' in failure ? [...failure.fields] : undefined;
    await openForm({ error: new ApiError({ status: 409, ...failure, fields }) });
    await screen.findByText(text);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a form whose stored values change', () => {
  function Stored() {
    const [initial, setInitial] = useState({ username: 'ada', email: 'ada@example.com' });
    return (
      <>
        <button type="button" onClick={() => setInitial({ username: 'grace', email: 'grace@example.com' })}>
          Change
        </button>
        <ContractForm label="Account" schema={async () => undefined} initial={initial} onSubmit={() => {}}>
          {(_, isChanged) => (
            <>
              <TextField name="username" label="Username" />
              <TextField name="email" label="Email" />
              <output>{isChanged ? 'Not saved' : 'Saved'}</output>
            </>
          )}
        </ContractForm>
      </>
    );
  }
  const change = (user: UserEvent) => user.click(screen.getByText('Change'));

  it('shows the new values, except in edited fields', async () => {
    const { user } = await openPart(<Stored />);
    await user.type(field(/^Email/), '.org');
    await change(user);
    expect(field(/^Username/).value).toBe('grace');
    expect(field(/^Email/).value).toBe('ada@example.com.org');
    expect(screen.getByText('Not saved')).toBeTruthy();
  });

  it('has no unsaved changes if nothing was edited, and keeps its fields', async () => {
    const { user } = await openPart(<Stored />);
    const before = field(/^Email/);
    await change(user);
    expect(field(/^Email/).value).toBe('grace@example.com');
    expect(field(/^Email/)).toBe(before);
    expect(screen.getByText('Saved')).toBeTruthy();
  });
});

describe('the rules of a contract', () => {
  it('are found inside defaults, optional fields and pipes', () => {
    const facts = readFacts(createTicket.body);
    expect(facts).toMatchObject({
      name: { required: true, maxLength: 100 },
      email: { required: true, maxLength: 254 },
      licenseKey: { required: false, maxLength: 200 },
      message: { required: true, maxLength: 10_000 },
    });
  });

  it('have readable error messages', () => {
    const values = { name: 'a'.repeat(101), email: 'nobody', subject: ' ', message: 'x' };
    expect(findSchemaFaults(createTicket.body, values)).toEqual({
      name: 'At most 100 characters.',
      email: 'Enter an email address, such as name@example.com.',
      subject: 'This field is required.',
    });
  });
});
