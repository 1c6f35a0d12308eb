import type { Schemas } from '@portcullis/client';
import { StatusActions } from '../../parts/actions.tsx';
import { ifVersion } from '../../forms/values.ts';
import { api } from '../../session/session.ts';
import { rolesMessages } from './messages.ts';

interface RoleActionsProps {
  readonly role: Schemas['Role'];
  readonly onChanged: () => void;
}

/** Disables, enables and deletes a custom role. */
export function RoleActions({ role: { id, name, status, version }, onChanged }: RoleActionsProps) {
  const params = { path: { id } };
  const ofVersion = { ...params, header: ifVersion(version) };
  return (
    <StatusActions
      name={name}
      status={status}
      text={rolesMessages()}
      countAffected={async () => (await api.get('/api/roles/{id}/stats', { params })).userCount}
      saveStatus={(to) => api.patch('/api/roles/{id}', { params: ofVersion, body: { status: to } })}
      remove={() => api.delete('/api/roles/{id}', { params: ofVersion })}
      listPath="/roles"
      onChanged={onChanged}
    />
  );
}
