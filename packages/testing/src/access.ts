import { isEffective, keyConditions, lastAuthentication, pathConditions } from '@portcullis/domain';
import type { AccessViews, CallerViews, Clock } from '@portcullis/application';
import { heldCodesOf } from './tables/grants.ts';
import type { State } from './tables/state.ts';

export const accessViews = (now: () => State, clock: Clock, views: CallerViews): AccessViews => {
  const grantedCodes: AccessViews['grantedCodes'] = async ({
    userId,
    sessionId,
    roles,
    permissions,
    maxAgeSeconds,
  }) => {
    const state = now();
    const session = state.sessions.get(sessionId);
    if (session?.userId !== userId || session.expiresAt <= clock.now()) return undefined;
    const user = state.users.get(userId);
    if (user === undefined || !isEffective(pathConditions.user, user)) return undefined;
    return {
      ...heldCodesOf(state, userId, { now: clock.now(), sessionId }, { roles, permissions }),
      ...(maxAgeSeconds !== undefined && {
        isRecent: clock.now().getTime() - lastAuthentication(session).getTime() <= maxAgeSeconds * 1000,
      }),
    };
  };
  const keyGrants: AccessViews['keyGrants'] = async ({ keyId, ipAddress, ...proof }) => {
    const state = now();
    const key = state.apiKeys.get(keyId);
    if (key === undefined || !isEffective(keyConditions, { ...key, now: clock.now(), ipAddress })) return undefined;
    if ('secretHash' in proof ? key.secretHash !== proof.secretHash : key.tokenVersion !== proof.tokenVersion)
      return undefined;
    const { ownerId, name, readOnly, lastUsedAt, hasFactor, tokenVersion, issuedAt, expiresAt } = key;
    const owner = state.users.get(ownerId);
    if (owner === undefined || !isEffective(pathConditions.user, owner)) return undefined;
    const asked = { roles: [], permissions: key.permissions };
    const { permissions } = heldCodesOf(state, ownerId, { now: clock.now(), hasFactor }, asked);
    return {
      ownerId,
      ownerUsername: owner.username,
      name,
      readOnly,
      lastUsedAt,
      permissions,
      tokenVersion,
      issuedAt,
      expiresAt,
    };
  };
  return {
    grantedCodes,
    keyGrants,
    checkedViews: views,
    authorizeAndRead: async (query, authorize, read) => {
      const grants = await grantedCodes(query);
      authorize(grants);
      return read(views, () => Promise.resolve(grants));
    },
  };
};
