import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@leadping/contracts/identity/webauthn';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { failureText } from '../api/api-error.ts';

/** Requires browser support and a secure connection. */
export const hasPasskeys = () => 'PublicKeyCredential' in globalThis;

/** @throws if the person declines or the device already has a passkey for the account */
export async function makePasskey(options: PasskeyCreationOptions): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  })) as PasskeyRegistration;
}

/** @throws if the person declines or the device has no matching passkey */
export async function signWithPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return (await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  })) as PasskeyAssertion;
}

const FAILURES: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again, or choose another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys only work on our main address. Sign in there.',
};

/** Replaces the browsers' own messages, which address developers. */
export function passkeyFailureText(error: Error): string {
  return FAILURES[error.name] ?? failureText(error);
}
