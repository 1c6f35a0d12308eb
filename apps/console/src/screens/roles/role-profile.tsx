import type { Schemas } from '@portcullis/client';
import { useEditForm } from '../../forms/edit-form.ts';
import { FormView } from '../../forms/form.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { StatusTag, Timestamps, Fact, Panel } from '../../parts/elements.tsx';
import { changesOf, ifVersion } from '../../forms/values.ts';
import { hrefOf } from '../../routing/location.ts';
import { api, isAdministrator } from '../../session/session.ts';
import { rolesMessages } from './messages.ts';
import { bodyOf, RoleFields, valuesOf } from './role-fields.tsx';

interface RoleFormProps {
  readonly role: Schemas['Role'];
  readonly onSaved: () => void;
}

const storedOf = (role: Schemas['Role']) => ({
  version: role.version,
  updatedAt: role.updatedAt,
  values: valuesOf(role),
});

function RoleForm({ role, onSaved }: RoleFormProps) {
  const path = { id: role.id };
  const form = useEditForm(
    {
      stored: storedOf(role),
      read: async () => storedOf(await api.get('/api/roles/{id}', { params: { path } })),
      write: (values, stored, version) =>
        api.patch('/api/roles/{id}', {
          params: { path, header: ifVersion(version) },
          body: changesOf(bodyOf(stored), bodyOf(values)),
        }),
      onSaved,
    },
    role.id,
  );
  return (
    <FormView form={form}>
      <RoleFields form={form} isSystem={role.isSystem} />
    </FormView>
  );
}

interface RoleProfileProps extends RoleFormProps {
  /** The numbers of users, permissions and menus; undefined if the person may not read them. */
  readonly stats: Schemas['RoleStats'] | undefined;
}

/** Shows the fields of a role. Administrators get a form for the fields that can be changed. */
export function RoleProfile({ role, stats, onSaved }: RoleProfileProps) {
  const text = rolesMessages();
  const common = commonMessages();
  const mayEdit = isAdministrator.value;
  return (
    <Panel title={text.profile}>
      {role.isSystem ? <p class="quiet">{text.systemHint}</p> : undefined}
      {role.status === 0 ? <p class="quiet">{text.disabledHint}</p> : undefined}
      <div class="form-and-facts">
        {mayEdit ? <RoleForm role={role} onSaved={onSaved} /> : undefined}
        <dl class="facts">
          {mayEdit && !role.isSystem ? undefined : (
            <>
              <Fact label={text.code}>
                <code>{role.code}</code>
              </Fact>
              <Fact label={text.description}>{role.description ?? '–'}</Fact>
            </>
          )}
          <Fact label={common.status}>
            <StatusTag isEnabled={role.status === 1} />
          </Fact>
          {mayEdit || !role.requiresFactor ? undefined : (
            <>
              <Fact label={text.requiresFactor}>{common.yes}</Fact>
            </>
          )}
          {stats === undefined ? undefined : (
            <>
              <Fact label={text.users}>
                <a href={hrefOf(`/users?roleCode=${role.code}`)}>{stats.userCount}</a>
              </Fact>
            </>
          )}
          <Timestamps createdAt={role.createdAt} updatedAt={role.updatedAt} />
        </dl>
      </div>
    </Panel>
  );
}
