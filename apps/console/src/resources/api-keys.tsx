import type { Schemas } from '@portcullis/client';
import { createApiKeyBody } from '@portcullis/client/fields';
import { useState } from 'preact/hooks';
import { CheckboxField, SelectField, TextArea, TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { localTimeOf, timeOf } from '../forms/local-time.ts';
import { texts } from '../language/language.ts';
import { attempt, CopyField, Dialog } from '../parts/actions.tsx';
import { Button, Time, type Choice } from '../parts/elements.tsx';
import { notify } from '../parts/notices.tsx';
import { api, can } from '../session/session.ts';
import { addContentPermissions } from './add-content-permissions.ts';

type Key = Schemas['ApiKey'];

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const valuesOf = (key: Key | undefined) => ({
  ownerId: '',
  name: key?.name ?? '',
  permissions: key?.permissions.join('\n') ?? '',
  readOnly: key?.readOnly ?? false,
  allowedAddresses: key?.allowedAddresses.join('\n') ?? '',
  expiresAt: localTimeOf(key?.expiresAt ?? null),
});

function bodyOf({ name, permissions, readOnly, allowedAddresses, expiresAt }: ReturnType<typeof valuesOf>) {
  const time = timeOf('expiresAt', expiresAt);
  return {
    name,
    permissions: [...linesOf(permissions)],
    readOnly,
    allowedAddresses: [...linesOf(allowedAddresses)],
    ...(time !== null && { expiresAt: time }),
  };
}

interface KeyFormProps {
  /** The key to change; undefined for a new one. */
  readonly stored?: Key;
  /** The service accounts among which the person chooses the owner of a new key. */
  readonly owners?: readonly Choice[] | undefined;
  /** The service account that owns a new key. Without it and without `owners`, the person owns the key. */
  readonly ownerId?: string | undefined;
  readonly onSaved: (key: string | undefined) => void;
  readonly onCancel: () => void;
}

function KeyForm({ stored, owners, ownerId: fixedOwner, onSaved, onCancel }: KeyFormProps) {
  const text = texts().apiKeys;
  const form = useForm({
    limits: createApiKeyBody,
    initial: { ...valuesOf(stored), ownerId: fixedOwner ?? owners?.[0]?.value ?? '' },
    draft: `api-key ${stored?.id ?? ''} ${fixedOwner ?? ''}`,
    save: async (values) => {
      const body = bodyOf(values);
      if (can('createPermission')) await addContentPermissions(body.permissions);
      if (stored === undefined) {
        const { ownerId } = values;
        const owned = ownerId === '' ? body : { ...body, ownerId };
        onSaved((await api.post('/api/api-keys', { body: owned })).key);
        return;
      }
      await api.patch('/api/api-keys/{id}', { params: { path: { id: stored.id } }, body });
      notify(texts().common.saved);
      onSaved(undefined);
    },
  });
  return (
    <FormView form={form} action={stored === undefined ? text.create : text.edit} onCancel={onCancel}>
      <p class="hint">{text.createHint}</p>
      {owners === undefined ? undefined : (
        <SelectField form={form} name="ownerId" label={text.owner} choices={owners} />
      )}
      <TextField form={form} name="name" label={text.name} hint={text.nameHint} autoFocus />
      <TextArea form={form} name="permissions" label={text.permissions} hint={text.permissionsHint} rows={4} />
      <CheckboxField form={form} name="readOnly" label={text.readOnly} />
      <TextArea form={form} name="allowedAddresses" label={text.addresses} hint={text.addressesHint} rows={2} />
      <TextField form={form} name="expiresAt" label={text.expires} hint={text.expiresHint} kind="datetime-local" />
    </FormView>
  );
}

type Step = { readonly kind: 'edit'; readonly stored?: Key } | { readonly kind: 'show'; readonly key: string };

interface KeyDialogProps extends Pick<KeyFormProps, 'owners' | 'ownerId'> {
  readonly first: Step;
  readonly onClose: () => void;
}

/** The dialog that creates or changes a key. It shows the text of a new key, which the service returns only once. */
export function KeyDialog({ first, owners, ownerId, onClose }: KeyDialogProps) {
  const text = texts().apiKeys;
  const [step, setStep] = useState<Step>(first);
  if (step.kind === 'edit') {
    const { stored } = step;
    const onSaved = (key: string | undefined): void => (key === undefined ? onClose() : setStep({ kind: 'show', key }));
    return (
      <Dialog title={stored === undefined ? text.create : text.editOf({ name: stored.name })} onClose={onClose}>
        <KeyForm {...(stored && { stored })} owners={owners} ownerId={ownerId} onSaved={onSaved} onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title={text.keyOf} onClose={onClose}>
      <p>{text.keyHint}</p>
      <CopyField label={text.keyOf} value={step.key} />
      <div class="form-actions">
        <Button kind="main" onClick={onClose}>
          {text.goOn}
        </Button>
      </div>
    </Dialog>
  );
}

interface KeyActionsProps {
  readonly stored: Key;
  readonly onChanged: () => void;
}

/** The buttons that change, rotate and delete a key. */
export function KeyActions({ stored, onChanged }: KeyActionsProps) {
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
