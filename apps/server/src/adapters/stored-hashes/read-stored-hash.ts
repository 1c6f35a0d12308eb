import { createHash, createHmac } from 'node:crypto';
import { verifySync } from '@node-rs/argon2';
import { compareSync } from 'bcryptjs';
import { aspNetIdentity } from './asp-net-identity.ts';
import { pbkdf2, scrypt } from './derived-keys.ts';
import { phpass, trimmedAsInWordPress } from './phpass.ts';
import { maxCost, type StoredHash } from './stored-hash.ts';

type Parts = Readonly<Record<string, string>>;

interface HashFormat {
  readonly pattern: RegExp;
  readonly read: (parts: Parts) => StoredHash | undefined;
}

/** Decodes base64, also without padding and with `.` instead of `+`, as Passlib writes it. */
const bytesOf = (base64: string): Buffer => Buffer.from(base64.replaceAll('.', '+'), 'base64');

/** Returns the parameters of a PHC string, which are in any order; undefined unless they have exactly these names. */
function parametersOf(text: string, names: readonly string[]): readonly number[] | undefined {
  const given = new Map(
    text.split(',').map((each) => [each.slice(0, each.indexOf('=')), Number(each.slice(each.indexOf('=') + 1))]),
  );
  const values = names.flatMap((name) => given.get(name) ?? []);
  return values.length === names.length && text.split(',').length === names.length ? values : undefined;
}

const argon2 = ({ start = '', parameters = '', end = '' }: Parts): StoredHash | undefined => {
  const [memory = 0, passes = 0, threads = 0] = parametersOf(parameters, ['m', 't', 'p']) ?? [];
  if (threads === 0) return undefined;
  const max = maxCost.argon2;
  const hash = `${start}m=${memory},t=${passes},p=${threads}${end}`;
  return {
    isAffordable: memory <= max.memory && passes <= max.passes && memory * passes <= max.work,
    matches: (password) => verifySync(hash, password),
  };
};

/** @param prepare computes the text that was hashed with bcrypt from the password */
const bcrypt =
  (prepare: (password: string) => string) =>
  ({ hash = '', rounds }: Parts): StoredHash => ({
    isAffordable: Number(rounds) <= maxCost.bcryptRounds,
    matches: (password) => compareSync(prepare(password), hash),
  });

const sha256Hex = (password: string): string => createHash('sha256').update(password).digest('hex');
/** WordPress shortens a password with a digest, because bcrypt reads 72 bytes. */
const wordPressDigest = (password: string): string =>
  createHmac('sha384', 'wp-sha384').update(trimmedAsInWordPress(password)).digest('base64');

/** A parameter of a cost. More digits than these are never affordable. */
const cost = String.raw`\d{1,10}`;
/** The parameters of a PHC string. */
const parameters = String.raw`[a-z]+=${cost}(?:,[a-z]+=${cost}){0,4}`;
const bcryptHash = String.raw`(?<hash>\$2[aby]\$(?<rounds>\d\d)\$[./A-Za-z0-9]{53})`;

/** The formats of PHC strings, modular crypt strings, Django, WordPress and ASP.NET Identity. */
const formats: readonly HashFormat[] = [
  {
    pattern: new RegExp(
      String.raw`^(?:argon2)?(?<start>\$argon2(?:id|i|d)\$(?:v=\d+\$)?)(?<parameters>${parameters})(?<end>\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)$`,
    ),
    read: argon2,
  },
  { pattern: new RegExp(`^(?:bcrypt\\$)?${bcryptHash}$`), read: bcrypt((password) => password) },
  { pattern: new RegExp(`^bcrypt_sha256\\$${bcryptHash}$`), read: bcrypt(sha256Hex) },
  { pattern: new RegExp(`^\\$wp${bcryptHash}$`), read: bcrypt(wordPressDigest) },
  { pattern: /^\$[PH]\$(?<rounds>[./A-Za-z0-9])(?<salt>.{8})(?<key>[./A-Za-z0-9]{22})$/, read: phpass },
  {
    pattern: new RegExp(
      String.raw`^pbkdf2_(?<digest>sha1|sha256)\$(?<iterations>${cost})\$(?<salt>[^$]{1,64})\$(?<key>[A-Za-z0-9+/]{16,88}={0,2})$`,
    ),
    read: ({ digest = '', iterations, salt = '', key = '' }) =>
      pbkdf2(digest, Number(iterations), { salt: Buffer.from(salt), key: bytesOf(key) }),
  },
  {
    pattern: new RegExp(
      String.raw`^\$pbkdf2(?:-(?<digest>sha1|sha256|sha512))?\$(?:i=)?(?<iterations>${cost})(?:,l=\d{1,3})?\$(?<salt>[A-Za-z0-9./+]{1,88})\$(?<key>[A-Za-z0-9./+]{16,88})$`,
    ),
    read: ({ digest = 'sha1', iterations, salt = '', key = '' }) =>
      pbkdf2(digest, Number(iterations), { salt: bytesOf(salt), key: bytesOf(key) }),
  },
  {
    pattern: new RegExp(
      String.raw`^\$scrypt\$(?<parameters>${parameters})\$(?<salt>[A-Za-z0-9+/]{1,88})\$(?<key>[A-Za-z0-9+/]{16,88})$`,
    ),
    read: ({ parameters: given = '', salt = '', key = '' }) => {
      const [ln = 0, blockSize = 0, parallelization = 0] = parametersOf(given, ['ln', 'r', 'p']) ?? [];
      return scrypt({ cost: 2 ** ln, blockSize, parallelization }, { salt: bytesOf(salt), key: bytesOf(key) });
    },
  },
  {
    pattern:
      /^scrypt\$(?<n>\d{1,10})\$(?<salt>[^$]{1,64})\$(?<r>\d{1,4})\$(?<p>\d{1,4})\$(?<key>[A-Za-z0-9+/]{16,88}={0,2})$/,
    read: ({ n, salt = '', r, p, key = '' }) =>
      scrypt(
        { cost: Number(n), blockSize: Number(r), parallelization: Number(p) },
        { salt: Buffer.from(salt), key: bytesOf(key) },
      ),
  },
  { pattern: /^(?<hash>A[A-Za-z0-9+/]{40,200}={0,2})$/, read: aspNetIdentity },
];

/** Reads a stored hash. Returns undefined if its format is not known. */
export function readStoredHash(stored: string): StoredHash | undefined {
  for (const { pattern, read } of formats) {
    const parts = pattern.exec(stored)?.groups;
    // A group that is optional and absent is undefined, which the readers replace by a default.
    if (parts !== undefined) return read(parts);
  }
  return undefined;
}
