import type { Schemas } from '@portcullis/client';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { defineMessages } from '../language/messages.ts';
import { InvalidInput } from '../parts/load.tsx';

export const passkeyMessages = defineMessages({
  use: ['Use a passkey', '使用通行密钥'],
  using: ['Waiting for the passkey…', '正在等待通行密钥…'],
  cancelled: ['The browser did not use a passkey. Please try again.', '浏览器未使用通行密钥，请重试。'],
  otherAddress: (domain: string) => [
    `Passkeys work only where the service is opened at ${domain}.`,
    `只有通过 ${domain} 打开服务时才能使用通行密钥。`,
  ],
  present: ['This device already has a passkey of your account.', '此设备已有您账号的通行密钥。'],
});

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
  const text = passkeyMessages();
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return text.present;
  return name === 'SecurityError' ? text.otherAddress(domain) : text.cancelled;
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
