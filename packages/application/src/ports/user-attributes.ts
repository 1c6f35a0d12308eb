import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type {
  AttributeDeclaration,
  NarrowedAttribute,
  UserAttributes,
} from '@portcullis/domain/internal/conditions/user-attribute';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import type { Versioning } from './collection.ts';

/** Writes the declarations of attributes in a transaction. */
export interface UserAttributeRepository {
  /** Reads the declarations and locks them until the transaction ends. Waits until no transaction keeps them. */
  readonly lock: () => Promise<UserAttributes>;
  /**
   * Reads the declarations. They cannot change until the transaction ends, but other transactions can keep them too. Call
   * this function before any other row is locked, to avoid a deadlock.
   */
  readonly keep: () => Promise<readonly AttributeDeclaration[]>;
  /** Saves the declarations, which must be locked. The version changes only if the declarations do. */
  readonly save: Versioning<(declared: UserAttributes) => Promise<Versioned>>;
  /** Returns the conditions on permissions of roles. */
  readonly conditions: () => Promise<readonly Condition[]>;
  /** Returns whether a user has a value that the new declaration of the attribute does not allow. */
  readonly hasOtherValues: (attribute: NarrowedAttribute) => Promise<boolean>;
}

/** Reads the declarations of attributes. */
export interface UserAttributeViews {
  readonly find: () => Promise<UserAttributes>;
}
