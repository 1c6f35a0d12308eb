import type { Schemas } from '@portcullis/client';
import { DifferenceView } from '../../parts/difference-view.tsx';
import { useRef } from 'preact/hooks';
import { CheckboxGroup } from '../../parts/fields.tsx';
import { InvalidInput } from '../../parts/form-errors.ts';
import { FormView, useForm } from '../../parts/form.tsx';
import { useLoad } from '../../parts/load.ts';
import { commonMessages } from '../../parts/messages.ts';
import { Content } from '../../parts/states.tsx';
import { notify } from '../../parts/status.tsx';
import { api, isAdministrator, mayDo } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import { loadRoles, roleChoices } from './roles.ts';

interface UserRolesProps {
  readonly user: Schemas['User'];
  readonly onSaved: () => void;
}

interface RolesFormProps extends UserRolesProps {
  readonly roles: readonly Schemas['Role'][];
}

const isSameSet = (some: readonly { readonly id: string }[], others: readonly { readonly id: string }[]): boolean =>
  some.length === others.length && some.every(({ id }) => others.some((other) => other.id === id));

function RolesForm({ user, roles, onSaved }: RolesFormProps) {
  const text = usersMessages();
  const common = commonMessages();
  // Setting roles replaces all of them, also those that somebody else has granted since they were shown.
  const known = useRef<readonly { readonly id: string }[]>(user.roles);
  const form = useForm<{ readonly roleIds: readonly string[] }>(
    {
      initial: { roleIds: user.roles.map(({ id }) => id) },
      save: async ({ roleIds }) => {
        const current = (await api.get('/api/users/{id}', { params: { path: { id: user.id } } })).roles;
        if (!isSameSet(current, known.current)) {
          known.current = current;
          throw new InvalidInput('roleIds', text.rolesChangedMeanwhile(current.map(({ code }) => code).join(', ')));
        }
        const body = { roleIds: [...roleIds] };
        await api.put('/api/users/{id}/roles', { params: { path: { id: user.id } }, body });
        known.current = roles.filter(({ id }) => roleIds.includes(id));
        notify(common.saved);
        onSaved();
      },
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
        <DifferenceView before={names(user.roles.map(({ id }) => id))} after={names(form.values.value.roleIds)} />
      ) : undefined}
    </FormView>
  );
}

/** The roles of a user: a form for those who may set them, a list for others. */
export function UserRoles({ user, onSaved }: UserRolesProps) {
  const text = usersMessages();
  const maySet = isAdministrator.value && mayDo('user.update') && mayDo('role.read');
  const roles = useLoad(async () => (maySet ? await loadRoles() : []), [maySet]);
  return (
    <section class="panel">
      <h2>{text.roles}</h2>
      {maySet ? (
        <Content of={roles}>{(all) => <RolesForm user={user} roles={all} onSaved={onSaved} />}</Content>
      ) : (
        user.roles.map(({ id, name, code }) => (
          <span key={id} class="tag">
            {name} ({code})
          </span>
        ))
      )}
    </section>
  );
}
