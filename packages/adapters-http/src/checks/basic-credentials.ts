/** The id and the secret of a client. */
export interface BasicCredentials {
  readonly id: string;
  readonly secret: string;
}

const basic = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/**
 * Returns the credentials in a header `Authorization: Basic`. Both parts are percent-encoded inside the base64 (RFC 6749
 * §2.3.1). Returns undefined for any other header, and if the encoding is invalid.
 */
export function basicCredentialsOf(header: string): BasicCredentials | undefined {
  const [, encoded] = basic.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  const [decodedId, decodedSecret] = [decodeForm(id), decodeForm(secret)];
  return decodedId === undefined || decodedSecret === undefined
    ? undefined
    : { id: decodedId.toLowerCase(), secret: decodedSecret };
}

/** Decodes a name or a value of `application/x-www-form-urlencoded`. Returns undefined if the encoding is invalid. */
export function decodeForm(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
