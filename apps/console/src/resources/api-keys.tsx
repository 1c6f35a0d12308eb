import { ifVersion, type Schemas } from '@portcullis/client';
import { createApiKeyBody } from '@portcullis/client/fields';
import { contentPermissions } from '@portcullis/domain/internal/built-in';
import { useState } from 'preact/hooks';
import { CheckboxField, CheckboxGroup, SelectField, TextArea, TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { localTimeOf, timeOf } from '../forms/local-time.ts';
import { linesOf } from '../forms/values.ts';
import { texts } from '../language/language.ts';
import { nameWithCode } from '../parts/codes.tsx';
import { attempt, CopyField, Dialog } from '../parts/actions.tsx';
import { Button, Time, type Choice, Labels, Panel } from '../parts/elements.tsx';
import { useLoad, LoadBoundary } from '../parts/load.tsx';
import { notify } from '../parts/notices.tsx';
import { api, can, profile } from '../session/session.ts';
import { addContentPermissions, loadPermissions } from './permissions.ts';
import { permissionName } from './built-in-names.ts';

interface ApiKeyPanelProps {
  /** The id of a service account. If undefined, the panel lists the keys of the person who is logged in. */
  readonly ownerId?: string;
}

/** Lists the API keys of the person or of a service account, with the buttons that create and change them. */
export function ApiKeyPanel({ ownerId }: ApiKeyPanelProps) {
  const text = texts().apiKeys;
  const [isCreating, setCreating] = useState(false);
  const query = { pageSize: 100, ...(ownerId !== undefined && { ownerId }) };
  const keys = useLoad((signal) => api.get('/api/api-keys', { params: { query }, signal }), [ownerId]);
  const close = (): void => {
    setCreating(false);
    keys.reload();
  };
  return (
    <Panel title={text.title} actions={<Button onClick={() => setCreating(true)}>{text.create}</Button>}>
      <LoadBoundary of={keys}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{text.none}</p>
          ) : (
            <ul class="rows">
              {items.map((key) => (
                <li key={key.id}>
                  <div>
                    <strong dir="auto">{key.name}</strong>
                    <KeyTimes stored={key} />
                    <p>
                      <Labels of={key.permissions} />
                    </p>
                  </div>
                  <KeyActions stored={key} onChanged={keys.reload} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadBoundary>
      {isCreating ? <KeyDialog first={{ kind: 'edit' }} ownerId={ownerId} onClose={close} /> : undefined}
    </Panel>
  );
}

type Key = Schemas['ApiKey'];

/** What a program usually needs, so that nobody has to know the codes. */
const presets = {
  read: { permissions: ['content.read-drafts'], readOnly: true },
  write: { permissions: ['content.create', 'content.read-drafts', 'content.update'], readOnly: false },
  publish: {
    permissions: ['content.create', 'content.publish', 'content.read-drafts', 'content.update'],
    readOnly: false,
  },
} as const satisfies Readonly<Record<string, Pick<KeyValues, 'permissions' | 'readOnly'>>>;

/** The value of the field for the owner that creates a new service account. */
const newRobot = 'new';

const valuesOf = (key: Key | undefined) => ({
  ownerId: '',
  robotName: '',
  name: key?.name ?? '',
  permissions: (key?.permissions ?? []) as readonly string[],
  readOnly: key?.readOnly ?? false,
  allowedAddresses: key?.allowedAddresses.join('\n') ?? '',
  expiresAt: localTimeOf(key?.expiresAt ?? null),
});
type KeyValues = ReturnType<typeof valuesOf>;

function bodyOf({ name, permissions, readOnly, allowedAddresses, expiresAt }: KeyValues) {
  const time = timeOf('expiresAt', expiresAt);
  return {
    name,
    permissions: [...permissions],
    readOnly,
    allowedAddresses: linesOf(allowedAddresses),
    ...(time !== null && { expiresAt: time }),
  };
}

const mayCreateRobots = (): boolean =>
  can('createUser') && can('createRole') && can('setRolePermissions') && can('setRoleGrants');

/**
 * Creates a service account, and then a role of its own that has these permissions: a refused name leaves no role behind.
 * @returns the id of the account
 */
async function createRobot(username: string, codes: readonly string[]): Promise<string> {
  // The domain is reserved: no mail can be sent to it.
  const email = `${username}@robots.invalid`;
  const { id, version } = await api.post('/api/users', { body: { kind: 'SERVICE', username, email } });
  const all = await loadPermissions();
  const code = `ROBOT_${username.toUpperCase().replaceAll(/[^A-Z0-9]/gu, '_')}`;
  const role = await api.post('/api/roles', { body: { code, name: username } });
  const permissionIds = all.filter((permission) => codes.includes(permission.code)).map((permission) => permission.id);
  await api.post('/api/roles/{roleId}/permissions', { params: { path: { roleId: role.id } }, body: { permissionIds } });
  const params = { path: { id }, header: ifVersion(version) };
  await api.put('/api/users/{id}/role-grants', { params, body: { grants: [{ roleId: role.id }] } });
  return id;
}

/** Returns the permissions that a key can have, and those that it has. */
function usePermissionChoices(chosen: readonly string[]): readonly Choice[] {
  const loaded = useLoad(loadPermissions, []);
  const names = new Map(
    [...contentPermissions, ...(loaded.data ?? [])].map((each) => [each.code, permissionName(each)]),
  );
  const codes = [...new Set([...names.keys(), ...chosen])].toSorted();
  return codes.map((code) => ({ value: code, label: nameWithCode(names.get(code) ?? code, code) }));
}

interface KeyFormProps {
  /** The key to change; undefined for a new one. */
  readonly stored?: Key;
  /** The service accounts that can own a new key, besides the person and a new service account. */
  readonly owners?: readonly Choice[] | undefined;
  /** The service account that owns a new key. Without it and without `owners`, the person owns the key. */
  readonly ownerId?: string | undefined;
  readonly onSaved: (key: string | undefined) => void;
  readonly onCancel: () => void;
}

export function KeyForm({ stored, owners, ownerId: fixedOwner, onSaved, onCancel }: KeyFormProps) {
  const text = texts().apiKeys;
  const form = useForm({
    limits: createApiKeyBody,
    initial: { ...valuesOf(stored), ownerId: fixedOwner ?? '' },
    draft: `api-key ${stored?.id ?? ''} ${fixedOwner ?? ''}`,
    save: async (values) => {
      const body = bodyOf(values);
      if (can('createPermission')) await addContentPermissions(body.permissions);
      if (stored === undefined) {
        const isRobot = values.ownerId === newRobot;
        const ownerId = isRobot ? await createRobot(values.robotName, body.permissions) : values.ownerId;
        onSaved((await api.post('/api/api-keys', { body: { ...body, ...(ownerId !== '' && { ownerId }) } })).key);
        return;
      }
      await api.patch('/api/api-keys/{id}', { params: { path: { id: stored.id } }, body });
      notify(texts().common.saved);
      onSaved(undefined);
    },
  });
  const { permissions, ownerId } = form.values.value;
  const choices = usePermissionChoices(permissions);
  const me = { value: '', label: text.me({ name: profile.value?.username ?? '' }) };
  return (
    <FormView form={form} action={stored === undefined ? text.create : text.edit} onCancel={onCancel}>
      {owners === undefined ? undefined : (
        <SelectField
          form={form}
          name="ownerId"
          label={text.owner}
          choices={[me, ...owners, ...(mayCreateRobots() ? [{ value: newRobot, label: text.newRobot }] : [])]}
        />
      )}
      {ownerId === newRobot ? (
        <TextField form={form} name="robotName" label={text.robotName} hint={text.robotHint} />
      ) : undefined}
      <TextField form={form} name="name" label={text.name} hint={text.nameHint} autoFocus />
      <div class="field" role="group" aria-label={text.presets.label}>
        <span class="quiet">{text.presets.label}</span>{' '}
        {(['read', 'write', 'publish'] as const).map((preset) => (
          <Button key={preset} onClick={() => form.set(presets[preset])}>
            {text.presets[preset]}
          </Button>
        ))}
      </div>
      <CheckboxGroup
        form={form}
        name="permissions"
        label={text.permissions}
        hint={`${text.permissionsHint} ${text.createHint}`}
        choices={choices}
      />
      <CheckboxField form={form} name="readOnly" label={text.readOnly} />
      <TextArea form={form} name="allowedAddresses" label={text.addresses} hint={text.addressesHint} rows={2} />
      <TextField form={form} name="expiresAt" label={text.expires} hint={text.expiresHint} kind="datetime-local" />
    </FormView>
  );
}

/** Shows the text of a new key, which the service returns only once, and a command that uses it. */
export function NewKey({ value, onDone }: { readonly value: string; readonly onDone: () => void }) {
  const text = texts().apiKeys;
  const command = `curl -H 'Authorization: Bearer ${value}' ${window.location.origin}/api/auth/operations`;
  return (
    <>
      <p>{text.keyHint}</p>
      <CopyField label={text.keyOf} value={value} />
      <CopyField label={text.tryIt} value={command} hint={text.tryHint} />
      <div class="form-actions">
        <Button kind="main" onClick={onDone}>
          {text.goOn}
        </Button>
      </div>
    </>
  );
}

type Step = { readonly kind: 'edit'; readonly stored?: Key } | { readonly kind: 'show'; readonly key: string };

interface KeyDialogProps extends Pick<KeyFormProps, 'ownerId'> {
  readonly first: Step;
  readonly onClose: () => void;
}

/** The dialog that creates or changes a key. It shows the text of a new key, which the service returns only once. */
function KeyDialog({ first, ownerId, onClose }: KeyDialogProps) {
  const text = texts().apiKeys;
  const [step, setStep] = useState<Step>(first);
  if (step.kind === 'edit') {
    const { stored } = step;
    const onSaved = (key: string | undefined): void => (key === undefined ? onClose() : setStep({ kind: 'show', key }));
    return (
      <Dialog title={stored === undefined ? text.create : text.editOf({ name: stored.name })} onClose={onClose}>
        <KeyForm {...(stored && { stored })} ownerId={ownerId} onSaved={onSaved} onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title={text.keyOf} onClose={onClose}>
      <NewKey value={step.key} onDone={onClose} />
    </Dialog>
  );
}

/** The buttons that change, rotate and delete a key. */
export function KeyActions({ stored, onChanged }: { readonly stored: Key; readonly onChanged: () => void }) {
  const text = texts().apiKeys;
  const [step, setStep] = useState<Step | undefined>(undefined);
  const { id, name } = stored;
  const params = { path: { id } };

  const rotate = (): Promise<boolean> =>
    attempt(
      async () => {
        const { key } = await api.post('/api/api-keys/{id}/rotate', { params, body: {} });
        setStep({ kind: 'show', key });
      },
      { question: { title: text.rotateTitle, consequence: text.rotateConsequence, action: text.rotate } },
    );
  const remove = (): Promise<boolean> =>
    attempt(() => api.delete('/api/api-keys/{id}', { params }), {
      question: { title: text.removeTitle, consequence: text.removeConsequence, action: text.remove },
      done: text.removed,
      after: onChanged,
    });
  const close = (): void => {
    setStep(undefined);
    onChanged();
  };
  return (
    <>
      <Button label={text.editOf({ name })} onClick={() => setStep({ kind: 'edit', stored })}>
        {text.edit}
      </Button>
      <Button label={text.rotateOf({ name })} onClick={rotate}>
        {text.rotate}
      </Button>
      <Button label={text.removeOf({ name })} onClick={remove}>
        {text.remove}
      </Button>
      {step === undefined ? undefined : <KeyDialog first={step} onClose={close} />}
    </>
  );
}

/** Shows when a key expires, and when it was last used. */
export function KeyTimes({ stored: { expiresAt, lastUsedAt } }: { readonly stored: Key }) {
  const text = texts().apiKeys;
  return (
    <p class="quiet">
      {text.expires} <Time value={expiresAt} /> · {text.lastUsed}{' '}
      {lastUsedAt === null ? text.never : <Time value={lastUsedAt} />}
    </p>
  );
}
