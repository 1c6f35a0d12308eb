import { isAddressRange } from '../shared/address-range.ts';
import { builtInEvent, builtInSubject, ofDeletion, recordedFields } from '../shared/declare-event.ts';
import { BusinessError, type FieldError } from '../shared/errors.ts';
import type { ApiKeyId, UserId } from '../shared/ids.ts';
import { later } from '../shared/later.ts';
import type { User } from './user.ts';

/**
 * A key with which a program calls the API in the name of its owner. A request with the key is allowed what the key
 * lists and the owner holds at that time.
 */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly ownerId: UserId;
  readonly name: string;
  /** SHA-256 of the secret part of the key, in base64url. The key itself is not stored. */
  readonly secretHash: string;
  /** Codes of permissions. The key gives only those of them that its owner holds. */
  readonly permissions: readonly string[];
  /** Whether the key can only read. */
  readonly readOnly: boolean;
  /** IP addresses and ranges (CIDR) from which the key can be used. Empty: from every address. */
  readonly allowedAddresses: readonly string[];
  /**
   * Whether the secret was created in a session with a second factor. Only then, the key gives permissions of roles
   * that require a second factor. Always false for a key of a service account.
   */
  readonly hasFactor: boolean;
  /** The access tokens of the key contain this number. It increases when they end, also with each new secret. */
  readonly tokenVersion: number;
  /** Time when the present secret was created: with the key, or when the key was last rotated. */
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** Time of the last use, to the minute; null if the key was never used. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An API key as the API returns it, without the hash of its secret. */
export interface ApiKeyView extends Omit<ApiKey, 'secretHash' | 'tokenVersion' | 'ownerId'> {
  readonly owner: Pick<User, 'id' | 'username' | 'kind'>;
}

/** Returns a key without the hash of its secret and the version of its tokens, and with its owner. */
export const apiKeyViewOf = (
  { secretHash: _hash, tokenVersion: _version, ownerId: _id, ...key }: ApiKey,
  { id, username, kind }: ApiKeyView['owner'],
): ApiKeyView => ({ ...key, owner: { id, username, kind } });

/** The fields of a key that its owner can set. */
export type EditableApiKey = Pick<ApiKey, 'name' | 'permissions' | 'readOnly' | 'allowedAddresses' | 'expiresAt'>;

const dayMs = 24 * 3_600_000;

/** The limits of API keys. */
export const apiKeyLimits = {
  name: { min: 1, max: 64 },
  /** Maximum number of permissions of a key. */
  permissions: 200,
  allowedAddress: { min: 2, max: 43 },
  /** Maximum number of allowed addresses and ranges of a key. */
  allowedAddresses: 50,
  /** Maximum number of keys of one owner, including expired ones. */
  keys: 100,
  /** How long a key is valid, in days. */
  days: { default: 90, max: 365 },
} as const;

/** A password reset ends the keys whose secrets were created within this time before it, in milliseconds. */
const endedByResetMs = 30 * dayMs;

/** Whether a password reset at the time `at` ends the key, because an intruder could have created it. */
export const isEndedByReset = ({ issuedAt }: Pick<ApiKey, 'issuedAt'>, at: Date): boolean =>
  at.getTime() - issuedAt.getTime() <= endedByResetMs;

/** Returns the expiry time of a key that is created at the time `at` without one. */
export const defaultExpiry = (at: Date): Date => later(at, apiKeyLimits.days.default * dayMs);

/**
 * Checks values of a key that a client sent.
 * @param existingCodes those of the permission codes that exist
 * @throws {BusinessError} api-key-unacceptable, with all errors
 */
export function checkApiKey(
  { permissions = [], allowedAddresses = [], expiresAt }: Partial<EditableApiKey>,
  existingCodes: ReadonlySet<string>,
  at: Date,
): void {
  const errors: FieldError[] = [];
  for (const [index, code] of permissions.entries())
    if (!existingCodes.has(code))
      errors.push({ field: `permissions[${index}]`, message: 'No permission has this code.' });
  for (const [index, range] of allowedAddresses.entries())
    if (!isAddressRange(range))
      errors.push({
        field: `allowedAddresses[${index}]`,
        message: 'Must be an IP address, or a range such as 192.0.2.0/24 whose bits after the prefix are 0.',
      });
  const { max } = apiKeyLimits.days;
  if (expiresAt !== undefined && (expiresAt <= at || expiresAt > later(at, max * dayMs)))
    errors.push({ field: 'expiresAt', message: `Must be in the future, and at most ${max} days from now.` });
  if (errors.length > 0) throw unacceptableKey(errors);
}

/** Returns the error for values of a key that are not acceptable. */
export const unacceptableKey = (errors: readonly FieldError[]): BusinessError =>
  new BusinessError('api-key-unacceptable', errors[0]?.message ?? 'This key is not acceptable.', errors);

const subject = builtInSubject('apiKey', 'name');
const recorded = recordedFields<ApiKey>()(
  'ownerId',
  'name',
  'permissions',
  'readOnly',
  'allowedAddresses',
  'hasFactor',
  'expiresAt',
);

/** The events of API keys. */
export const apiKeyEvents = {
  created: builtInEvent(subject, 'apiKey.created', recorded),
  updated: builtInEvent(subject, 'apiKey.updated', recorded),
  rotated: builtInEvent(subject, 'apiKey.rotated', recordedFields<ApiKey>()('issuedAt', 'expiresAt', 'hasFactor')),
  deleted: builtInEvent(subject, 'apiKey.deleted', ofDeletion(recorded)),
};
