import type { Schemas } from '@portcullis/client';
import { useEditForm } from '../../forms/edit-form.ts';
import { FormView } from '../../forms/form.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { StatusTag, Timestamps, Fact, Panel } from '../../parts/elements.tsx';
import { changesOf, ifVersion } from '../../forms/values.ts';
import { api, isAdministrator } from '../../session/session.ts';
import { permissionsMessages } from './messages.ts';
import { PermissionFields } from './permission-fields.tsx';
import { bodyOf, valuesOf } from './permission-values.ts';

interface PermissionProfileProps {
  readonly permission: Schemas['Permission'];
  readonly onSaved: () => void;
}

const storedOf = (permission: Schemas['Permission']) => ({
  version: permission.version,
  updatedAt: permission.updatedAt,
  values: valuesOf(permission),
});

function PermissionForm({ permission, onSaved }: PermissionProfileProps) {
  const path = { id: permission.id };
  const text = permissionsMessages();
  const form = useEditForm(
    {
      stored: storedOf(permission),
      read: async () => storedOf(await api.get('/api/permissions/{id}', { params: { path } })),
      write: (values, stored, version) =>
        api.patch('/api/permissions/{id}', {
          params: { path, header: ifVersion(version) },
          body: changesOf(bodyOf(stored), bodyOf(values)),
        }),
      onSaved,
    },
    permission.id,
  );
  return (
    <FormView form={form}>
      <PermissionFields form={form} codeHint={text.codeChangeHint} />
    </FormView>
  );
}

/** The fields of a permission: a form for administrators, read-only values for others. */
export function PermissionProfile({ permission, onSaved }: PermissionProfileProps) {
  const text = permissionsMessages();
  const common = commonMessages();
  const { code, resource, action, description, isSystem, status, createdAt, updatedAt } = permission;
  return (
    <Panel title={text.profile}>
      {isSystem ? <p class="quiet">{text.systemHint}</p> : undefined}
      {status === 0 ? <p class="quiet">{text.disabledHint}</p> : undefined}
      {isAdministrator.value ? <PermissionForm permission={permission} onSaved={onSaved} /> : undefined}
      <dl class="facts">
        {isAdministrator.value ? undefined : (
          <>
            <Fact label={text.code}>
              <code>{code}</code>
            </Fact>
            <Fact label={text.resource}>{resource}</Fact>
            <Fact label={text.action}>{action}</Fact>
            <Fact label={text.description}>{description ?? '–'}</Fact>
          </>
        )}
        <Fact label={common.status}>
          <StatusTag isEnabled={status === 1} />
        </Fact>
        <Timestamps createdAt={createdAt} updatedAt={updatedAt} />
      </dl>
    </Panel>
  );
}
