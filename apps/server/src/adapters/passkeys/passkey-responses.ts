import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

interface Response {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly userHandle?: string };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const hasTexts = (value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string');

const isText = (value: unknown): value is string => typeof value === 'string';

/** Maximum length of a credential id. WebAuthn allows at most 1023 bytes, which are 1364 characters of base64url. */
const maxIdLength = 1364;

/**
 * Returns whether a value has the properties that all browser responses have, both for a registration and for a login.
 */
export function isResponse(value: unknown): value is Response {
  if (!isObject(value) || !isText(value['id']) || value['id'].length > maxIdLength) return false;
  const { response } = value;
  if (!isObject(response) || !hasTexts(response, ['clientDataJSON'])) return false;
  return response['userHandle'] === undefined || isText(response['userHandle']);
}

export function isRegistration(value: unknown): value is RegistrationResponseJSON {
  if (!isResponse(value)) return false;
  const { attestationObject, transports }: Readonly<Record<string, unknown>> = { ...value.response };
  return isText(attestationObject) && (transports === undefined || areTransports(transports));
}

const maxTransports = 16;

/** Returns whether the transports are valid. The WebAuthn library does not check them, but they are stored. */
const areTransports = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= maxTransports &&
  value.every((each) => isText(each) && /^[a-z-]{1,32}$/.test(each));

export const isAuthentication = (value: unknown): value is AuthenticationResponseJSON =>
  isResponse(value) && hasTexts({ ...value.response }, ['authenticatorData', 'signature']);
