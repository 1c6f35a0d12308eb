import type { Schemas } from '@portcullis/client';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { texts } from '../language/language.ts';
import { InvalidInput } from '../parts/load.tsx';

/** Returns whether the browser supports passkeys. Browsers support them only on HTTPS pages and on localhost. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Loads the library on first use, so that the log-in page stays small. */
const library = () => import('@simplewebauthn/browser');

/**
 * Opens the browser's passkey dialog.
 * @param domain the domain of the passkey, for the error message
 * @throws {InvalidInput} if the dialog ends without a passkey
 */
async function fromBrowser<Credential>(domain: string, dialog: () => Promise<Credential>): Promise<Credential> {
  try {
    return await dialog();
  } catch (error) {
    throw new InvalidInput(undefined, reasonOf(error, domain));
  }
}

function reasonOf(error: unknown, domain: string): string {
  const text = texts().passkeys;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return text.present;
  return name === 'SecurityError' ? text.otherAddress({ domain }) : text.cancelled;
}

/** Asks the browser for an existing passkey. @throws {InvalidInput} if the dialog ends without a passkey */
export async function usePasskey(options: Schemas['PasskeyRequestOptions']): Promise<Record<string, unknown>> {
  const { startAuthentication } = await library();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await fromBrowser(options.rpId, () => startAuthentication({ optionsJSON }))) };
}

/** Asks the browser to create a passkey. @throws {InvalidInput} if the dialog ends without a passkey */
export async function makePasskey(options: Schemas['PasskeyCreationOptions']): Promise<Record<string, unknown>> {
  const { startRegistration } = await library();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await fromBrowser(options.rp.id, () => startRegistration({ optionsJSON }))) };
}
