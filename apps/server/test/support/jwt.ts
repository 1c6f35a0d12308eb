import { createHmac } from 'node:crypto';
import { signingSecret } from './service.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Signs the first two parts of a token, and returns the signature in base64url. */
export type Sign = (text: string) => string;

export const hmac =
  (hash: string, secret: string = signingSecret): Sign =>
  (text) =>
    createHmac(hash, secret).update(text).digest('base64url');

const encode = (part: Claims): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const decode = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Builds a token without a library, so that tests can build invalid tokens. */
export function jwt(header: Claims, claims: Claims, sign: Sign = hmac('sha256')): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign(text)}`;
}

/** Returns the header and the claims of a token. */
export function partsOf(token: string): readonly [header: Claims, claims: Claims] {
  const [header = '', claims = ''] = token.split('.');
  return [decode(header), decode(claims)];
}
