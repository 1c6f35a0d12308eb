import { noUserAttributes, userAttributesId, type UserAttributes } from '@portcullis/domain';
import type { UserAttributeRepository, UserAttributeViews } from '@portcullis/application';
import type { State } from '../tables/state.ts';

export const declarationsOf = (state: State): UserAttributes =>
  state.userAttributes.get(userAttributesId) ?? noUserAttributes(new Date(0));

export const repository = (state: State): UserAttributeRepository => ({
  lock: async () => declarationsOf(state),
  keep: async () => declarationsOf(state).attributes,
  save: async (declared) => {
    const { version, updatedAt } = declarationsOf(state);
    if (JSON.stringify(declared.attributes) === JSON.stringify(declarationsOf(state).attributes))
      return { version, updatedAt };
    state.userAttributes.set(declared.id, { ...declared, version: version + 1 });
    return { version: version + 1, updatedAt: declared.updatedAt };
  },
  conditions: async () => [...state.permissionConditions.values()],
  hasOtherValues: async ({ name, allowed }) =>
    [...state.users.values()].some(({ attributes }) => {
      if (!Object.hasOwn(attributes, name)) return false;
      if (allowed === undefined) return true;
      return [attributes[name]].flat().some((text) => typeof text !== 'string' || !allowed.includes(text));
    }),
});

export const views = (now: () => State): UserAttributeViews => ({ find: async () => declarationsOf(now()) });
