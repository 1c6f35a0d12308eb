import { maxLoginAddresses } from '@portcullis/domain/internal/accounts/login-address';
import type { LoginAddressRepository } from '@portcullis/application/internal/ports/login-addresses';
import { StoreFailure } from '@portcullis/application/internal/ports/unit-of-work';
import { sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/login-addresses.ts')];

export const repository = (state: State): LoginAddressRepository => ({
  record: async (address) => {
    if (!state.users.has(address.userId)) throw new StoreFailure(`There is no user ${address.userId}.`);
    const others = (state.loginAddresses.get(address.userId) ?? []).filter(
      ({ network }) => network !== address.network,
    );
    const kept = sortedBy(others, ({ lastLoginAt, network }) => [lastLoginAt, network]).slice(-(maxLoginAddresses - 1));
    state.loginAddresses.set(address.userId, [...kept, address]);
    const { userId, lastLoginAt } = address;
    const before = state.lastLogins.get(userId);
    if (before === undefined || before < lastLoginAt) state.lastLogins.set(userId, lastLoginAt);
  },
  exist: async (userId) => (state.loginAddresses.get(userId) ?? []).length > 0,
  removeOld: async (before, limit) => {
    const old = [...state.loginAddresses.values()].flat().filter(({ lastLoginAt }) => lastLoginAt <= before);
    const removed = new Set(old.slice(0, limit));
    for (const [userId, addresses] of state.loginAddresses) {
      state.loginAddresses.set(
        userId,
        addresses.filter((address) => !removed.has(address)),
      );
    }
    return removed.size;
  },
});
