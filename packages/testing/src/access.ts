import type { Grants } from '@portcullis/domain/internal/access/access';
import { isEffective, keyConditions, pathConditions } from '@portcullis/domain/internal/access/effective-access';
import { lastAuthentication } from '@portcullis/domain/internal/accounts/session';
import type { AccessQuery, AccessViews, CallerViews } from '@portcullis/application/internal/ports/access';
import type { Clock } from '@portcullis/application/internal/ports/system';
import { conditionalGrantsOf, heldCodesOf } from './tables/grants.ts';
import type { State } from './tables/state.ts';

export const accessViews = (now: () => State, clock: Clock, views: CallerViews): AccessViews => {
  const grantsOf = async ({
    userId,
    sessionId,
    roles,
    permissions,
    maxAgeSeconds,
    evaluatesConditions = false,
  }: AccessQuery): Promise<Grants | undefined> => {
    const state = now();
    const session = state.sessions.get(sessionId);
    if (session?.userId !== userId || session.expiresAt <= clock.now()) return undefined;
    const user = state.users.get(userId);
    if (user === undefined || !isEffective(pathConditions.user, user)) return undefined;
    const viewpoint = { now: clock.now(), sessionId };
    const conditional = evaluatesConditions ? conditionalGrantsOf(state, userId, viewpoint, permissions) : [];
    return {
      ...heldCodesOf(state, userId, viewpoint, { roles, permissions }),
      ...(conditional.length > 0 && { conditional }),
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
    const viewpoint = { now: clock.now(), hasFactor };
    const { permissions } = heldCodesOf(state, ownerId, viewpoint, asked);
    const conditional = conditionalGrantsOf(state, ownerId, viewpoint, key.permissions);
    return {
      ownerId,
      ownerUsername: owner.username,
      name,
      readOnly,
      lastUsedAt,
      permissions,
      conditional,
      tokenVersion,
      issuedAt,
      expiresAt,
    };
  };
  return {
    check: (query) => ({ grants: grantsOf(query), views }),
    keyGrants,
    views,
  };
};
