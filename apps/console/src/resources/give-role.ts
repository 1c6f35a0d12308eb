import { ifVersion } from '@portcullis/client';
import { api } from '../session/session.ts';
import { confirmEffect } from './confirm-effect.tsx';

/** Gives a role to a user who keeps all others, after showing what the user gains by it. */
export async function giveRole(userId: string, roleId: string, validUntil: string | null): Promise<void> {
  const path = { id: userId };
  const { version, roleGrants } = await api.get('/api/users/{id}', { params: { path } });
  const kept = (roleGrants ?? []).filter((grant) => grant.roleId !== roleId);
  const grants = [...kept, { roleId, validFrom: null, validUntil }].map(
    ({ roleId: id, validFrom, validUntil: until }) => ({
      roleId: id,
      validFrom,
      validUntil: until,
    }),
  );
  await confirmEffect({ change: 'user.role-grants', userId, grants });
  await api.put('/api/users/{id}/role-grants', { params: { path, header: ifVersion(version) }, body: { grants } });
}
