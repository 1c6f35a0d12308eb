import type { ApiKey, ApiKeyView } from '@portcullis/domain/internal/accounts/api-key';
import type { ApiKeyId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { UserKind } from '@portcullis/domain/internal/accounts/user';
import type { ReportedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';

/** The fields by which API keys can be sorted. */
export const apiKeySortFields = ['createdAt', 'name', 'expiresAt', 'lastUsedAt'] as const;
/** A field by which API keys can be sorted. */
export type ApiKeySortField = (typeof apiKeySortFields)[number];

/** Which page of API keys is read, with filters and an order. */
export interface ApiKeyListQuery extends ListQuery<ApiKeySortField> {
  readonly ownerId?: UserId;
  readonly ownerKind?: UserKind;
}

/** Writes API keys in a transaction. */
export interface ApiKeyRepository extends ReportedCollection<ApiKey> {
  /** Returns the keys of a user, the oldest first, and locks them until the transaction ends. */
  readonly lockOf: (ownerId: UserId) => Promise<readonly ApiKey[]>;
  /** Marks all keys of the user as created without a second factor. */
  readonly forgetFactors: (ownerId: UserId) => Promise<void>;
  /** Ends the access tokens of a key with this version. Does nothing if the key has another version. */
  readonly endTokens: (id: ApiKeyId, tokenVersion: number) => Promise<void>;
  /** Stores the time of the last use, unless a later one is stored. Does not change `updatedAt`. */
  readonly recordUse: (id: ApiKeyId, at: Date) => Promise<void>;
}

/** Reads API keys. */
export interface ApiKeyViews {
  readonly find: (id: ApiKeyId) => Promise<ApiKeyView | undefined>;
  readonly list: (query: ApiKeyListQuery) => Promise<Page<ApiKeyView>>;
}

/** The parts of an API key that identify it. The secret has 256 random bits, and only its hash is stored. */
export interface PresentedKey {
  readonly id: ApiKeyId;
  /** SHA-256 of the secret, in base64url. */
  readonly secretHash: string;
}

/** Makes the texts of API keys, and reads them. */
export interface ApiKeyTokens {
  /** Creates a key with a random secret. */
  readonly create: (id: ApiKeyId) => { readonly key: string; readonly secretHash: string };
  /** Parses a key that a client sent. Returns `undefined` if its checksum is wrong, or if it has another form. */
  readonly read: (text: string) => PresentedKey | undefined;
}
