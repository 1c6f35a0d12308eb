import type { Schemas } from '@portcullis/client';
import { useEditForm } from '../../forms/edit-form.ts';
import { CheckboxGroup } from '../../forms/fields.tsx';
import { FormView } from '../../forms/form.tsx';
import { DifferenceView } from '../../parts/differences.tsx';
import { Panel } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { loadRoles, roleChoices, type ShownUser } from '../../resources/references.ts';
import { api, can } from '../../session/session.ts';
import { usersMessages } from './messages.ts';

interface UserRolesProps {
  readonly user: ShownUser;
  readonly onSaved: () => void;
}

interface RolesFormProps extends UserRolesProps {
  readonly roles: readonly Schemas['Role'][];
}

function RolesForm({ user, roles, onSaved }: RolesFormProps) {
  const text = usersMessages();
  const path = { id: user.id };
  const form = useEditForm(
    {
      stored: user,
      read: () => api.get('/api/users/{id}', { params: { path } }),
      valuesOf: (found: ShownUser): { readonly roleIds: readonly string[] } => ({
        roleIds: found.roles.map((role) => role.id),
      }),
      bodyOf: ({ roleIds }) => ({ roleIds: [...roleIds] }),
      write: async (_changes, header, body) => {
        await api.put('/api/users/{id}/roles', { params: { path, header }, body });
        return undefined;
      },
      onSaved,
    },
    user.id,
  );
  const names = (ids: readonly string[]) => roles.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return (
    <FormView form={form}>
      <CheckboxGroup
        form={form}
        name="roleIds"
        label={text.roles}
        isLabelHidden
        hint={text.rolesHint}
        choices={roleChoices(roles)}
      />
      {form.isChanged() ? (
        <DifferenceView before={names(form.stored.value.roleIds)} after={names(form.values.value.roleIds)} />
      ) : undefined}
    </FormView>
  );
}

/** The roles of a user: a form for people who may set them, a list for others. */
export function UserRoles({ user, onSaved }: UserRolesProps) {
  const text = usersMessages();
  const maySet = can('setUserRoles') && can('listRoles');
  const roles = useLoad(async () => (maySet ? await loadRoles() : []), [maySet]);
  return (
    <Panel title={text.roles}>
      {maySet ? (
        <LoadBoundary of={roles}>{(all) => <RolesForm user={user} roles={all} onSaved={onSaved} />}</LoadBoundary>
      ) : (
        user.roles.map(({ id, name, code }) => (
          <span key={id} class="tag">
            {name} ({code})
          </span>
        ))
      )}
    </Panel>
  );
}
