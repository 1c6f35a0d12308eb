import type { DeclaredRefusal, Refusal } from './errors.ts';

/** The refusals of values that must be unique but are already in use. */
export type TakenRefusal = Exclude<Extract<Refusal, `${string}-taken`>, DeclaredRefusal>;

/**
 * The messages for values that must be unique and are in use. Every implementation of the store uses these messages.
 */
export const takenMessages: Readonly<Record<TakenRefusal, string>> = {
  'email-taken': 'This e-mail address is already registered.',
  'username-taken': 'This user name is already in use.',
  'identity-taken': 'This sign-in belongs to another account.',
  'role-code-taken': 'A role with this code already exists.',
  'role-name-taken': 'A role with this name already exists.',
  'permission-code-taken': 'A permission with this code already exists.',
  'permission-name-taken': 'A permission with this name already exists.',
  'slug-taken': 'This slug is already in use.',
  'tag-name-taken': 'A tag with this name already exists.',
};
