import type { Schemas } from '@portcullis/client';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { InvalidInput } from '../parts/form-errors.ts';
import { passkeyMessages } from './passkey-messages.ts';

/** Whether the browser knows passkeys. It does so only on pages with https, and on this machine. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The library is loaded when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/browser');

/**
 * Runs a dialog of the browser.
 * @param domain the domain to which the passkey belongs
 * @throws {InvalidInput} if it ends without a passkey
 */
async function fromBrowser<Credential>(domain: string, dialog: () => Promise<Credential>): Promise<Credential> {
  try {
    return await dialog();
  } catch (error) {
    throw new InvalidInput(undefined, reasonOf(error, domain));
  }
}

function reasonOf(error: unknown, domain: string): string {
  const text = passkeyMessages();
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return text.present;
  return name === 'SecurityError' ? text.otherAddress(domain) : text.cancelled;
}

/** Lets the person use a passkey. @throws {InvalidInput} */
export async function usePasskey(options: Schemas['PasskeyRequestOptions']): Promise<Record<string, unknown>> {
  const { startAuthentication } = await library();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await fromBrowser(options.rpId, () => startAuthentication({ optionsJSON }))) };
}

/** Lets the person make a passkey. @throws {InvalidInput} */
export async function makePasskey(options: Schemas['PasskeyCreationOptions']): Promise<Record<string, unknown>> {
  const { startRegistration } = await library();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await fromBrowser(options.rp.id, () => startRegistration({ optionsJSON }))) };
}
