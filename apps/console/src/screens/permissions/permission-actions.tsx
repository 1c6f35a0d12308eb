import type { Schemas } from '@portcullis/client';
import { StatusActions } from '../../parts/actions.tsx';
import { ifVersion } from '../../forms/values.ts';
import { api } from '../../session/session.ts';
import { permissionsMessages } from './messages.ts';

interface PermissionActionsProps {
  readonly permission: Schemas['Permission'];
  readonly onChanged: () => void;
}

/** Disables, enables and deletes a permission. */
export function PermissionActions({ permission: { id, name, status, version }, onChanged }: PermissionActionsProps) {
  const params = { path: { id } };
  const ofVersion = { ...params, header: ifVersion(version) };
  return (
    <StatusActions
      name={name}
      status={status}
      text={permissionsMessages()}
      countAffected={async () => (await api.get('/api/permissions/{id}/roles', { params })).length}
      saveStatus={(to) => api.patch('/api/permissions/{id}', { params: ofVersion, body: { status: to } })}
      remove={() => api.delete('/api/permissions/{id}', { params: ofVersion })}
      listPath="/permissions"
      onChanged={onChanged}
    />
  );
}
