import type { UserAttributes } from '@portcullis/domain/internal/conditions/user-attribute';
import type {
  UserAttributeRepository,
  UserAttributeViews,
} from '@portcullis/application/internal/ports/user-attributes';
import type { State } from '../tables/state.ts';
import { changedRow } from '../tables/versioned-tables.ts';

export const contracts = [() => import('../contracts/user-attributes.ts')];

export const repository = (state: State): UserAttributeRepository => ({
  lock: async () => state.userAttributes,
  keep: async () => state.userAttributes.attributes,
  save: async (declared) => {
    state.userAttributes = changedRow<UserAttributes>(state.userAttributes, declared, 'attributes');
    const { version, updatedAt } = state.userAttributes;
    return { version, updatedAt };
  },
  conditions: async () => [...state.permissionConditions.values()],
  hasOtherValues: async ({ name, allowed }) =>
    [...state.users.values()].some(({ attributes }) => {
      if (!Object.hasOwn(attributes, name)) return false;
      if (allowed === undefined) return true;
      return [attributes[name]].flat().some((text) => typeof text !== 'string' || !allowed.includes(text));
    }),
});

export const views = (now: () => State): UserAttributeViews => ({ find: async () => now().userAttributes });
