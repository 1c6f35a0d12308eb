import { ifVersion, type PayloadOf, type Schemas } from '@portcullis/client';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { parseCondition } from '@portcullis/domain/internal/conditions/parse-condition';
import { useState } from 'preact/hooks';
import { useField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { Code } from '../../parts/codes.tsx';
import { attempt, Dialog } from '../../parts/actions.tsx';
import { Button, Panel } from '../../parts/elements.tsx';
import { InvalidInput, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { conditionText } from '../../resources/condition-text.ts';
import { confirmEffect } from '../../resources/confirm-effect.tsx';
import { moduleFieldNames } from '../../resources/modules.ts';
import { api, can } from '../../session/session.ts';
import { ConditionBuilder } from './condition-builder.tsx';
import { checkDraft, draftOf, inputOf, type ConditionScope, type GroupDraft } from './condition-draft.ts';
import { ConditionTrial } from './condition-trial.tsx';
import { loadVocabulary, targetOf, type Vocabulary } from './condition-value.tsx';

/** The permissions of a role, as the service returns them. */
type Granted = PayloadOf<'/api/roles/{id}/permission-grants', 'get'>;
type Grant = Granted['grants'][number];

/** A permission of the role that can have a condition. */
interface Conditioned {
  readonly grant: Grant;
  readonly target: ConditionScope['target'];
  /** Null if the role gives the permission for everything. */
  readonly condition: Condition | null;
}

/** Replaces the permissions of the role, unless somebody else has changed the role since it was read. */
const save = (granted: Granted, grants: ReturnType<typeof withCondition>) =>
  api.put('/api/roles/{id}/permission-grants', {
    params: { path: { id: granted.roleId }, header: ifVersion(granted.version) },
    body: { grants },
  });

/** Returns the permissions of the role after a change of the condition of one of them. */
const withCondition = ({ grants }: Granted, permissionId: string, condition: unknown) =>
  grants.map((grant) => ({
    permissionId: grant.permissionId,
    condition: grant.permissionId === permissionId ? asJson(condition) : grant.condition,
  }));

const asJson = (condition: unknown): Record<string, unknown> | null =>
  typeof condition === 'object' && condition !== null ? { ...condition } : null;

const conditioned = (grants: readonly Grant[]): readonly Conditioned[] =>
  grants.flatMap((grant) => {
    const target = targetOf(grant);
    if (target === undefined) return [];
    const { condition } = parseCondition(grant.condition, { target, subject: 'any', field: '' });
    return [{ grant, target, condition: condition ?? null }];
  });

interface EditorProps {
  readonly granted: Granted;
  readonly edited: Conditioned;
  readonly vocabulary: Vocabulary;
  readonly onDone: () => void;
}

/** The dialog with the builder of one condition, its sentence, and what it reaches. */
function ConditionDialog({ granted, edited, vocabulary, onDone }: EditorProps) {
  const text = texts().conditionEditor;
  const { grant, target, condition } = edited;
  const scope = { target, subject: vocabulary.subject };
  const [isChecked, setChecked] = useState(false);
  const form = useForm<{ readonly draft: GroupDraft }>({
    initial: { draft: draftOf(condition, scope) },
    draft: `condition-${granted.roleId}-${grant.permissionId}`,
    save: async ({ draft }) => {
      setChecked(true);
      if (checkDraft(draft, scope).condition === undefined) throw new InvalidInput('draft', text.incomplete);
      const permissionGrants = withCondition(granted, grant.permissionId, inputOf(draft, scope));
      await confirmEffect({ change: 'role.permission-grants', roleId: granted.roleId, permissionGrants });
      await save(granted, permissionGrants);
      notify(text.savedNotice);
      onDone();
    },
  });
  const { id, value: draft, error } = useField(form, 'draft', text.sentence);
  const checked = checkDraft(draft, scope);
  const title = condition === null ? text.add({ name: grant.name }) : text.edit({ name: grant.name });
  return (
    <Dialog title={title} onClose={onDone} wide>
      <FormView form={form} onCancel={onDone}>
        <ConditionBuilder
          {...{ draft, scope, vocabulary }}
          errors={isChecked ? checked.errors : []}
          onChange={(changed) => form.set({ draft: changed })}
        />
        <p class="condition-sentence" aria-live="polite">
          <strong>{text.sentence}</strong>{' '}
          {checked.condition === undefined
            ? text.unfinished
            : text.only({ clause: conditionText(checked.condition, vocabulary) })}
        </p>
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      </FormView>
      {checked.condition === undefined ? undefined : (
        <ConditionTrial condition={checked.condition} roleId={granted.roleId} {...{ scope, vocabulary }} />
      )}
    </Dialog>
  );
}

interface RowProps {
  readonly granted: Granted;
  readonly of: Conditioned;
  /** Undefined if the permission has no condition. */
  readonly vocabulary: Vocabulary | undefined;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
}

/** A permission, its condition in words, and the buttons that change or remove it. */
function ConditionRow({ granted, of, vocabulary, onEdit, onChanged }: RowProps) {
  const text = texts().conditionEditor;
  const { grant, condition } = of;
  const remove = () =>
    attempt(() => save(granted, withCondition(granted, grant.permissionId, null)), {
      question: {
        title: `${text.remove({ name: grant.name })}?`,
        consequence: text.removeConsequence,
        action: text.removeShort,
      },
      done: text.removedNotice,
      after: onChanged,
    });
  return (
    <li>
      <div>
        <span dir="auto">{grant.name}</span> <Code of={grant.code} />
        <p class={condition === null ? 'quiet' : undefined} dir="auto">
          {condition === null || vocabulary === undefined
            ? text.always
            : text.only({ clause: conditionText(condition, vocabulary) })}
        </p>
      </div>
      {can('setPermissionGrants') ? (
        <div class="form-actions">
          <Button
            label={condition === null ? text.add({ name: grant.name }) : text.edit({ name: grant.name })}
            onClick={onEdit}
          >
            {condition === null ? text.addShort : text.editShort}
          </Button>
          {condition === null ? undefined : (
            <Button label={text.remove({ name: grant.name })} onClick={remove}>
              {text.removeShort}
            </Button>
          )}
        </div>
      ) : undefined}
    </li>
  );
}

/** The conditions of a role's permissions. */
export function RoleConditions({ role }: { readonly role: Pick<Schemas['Role'], 'id' | 'version'> }) {
  const text = texts().conditionEditor;
  const { id, version } = role;
  const [edited, edit] = useState<string | undefined>(undefined);
  const isEditing = edited !== undefined;
  const loaded = useLoad(
    async (signal) => {
      const granted = await api.get('/api/roles/{id}/permission-grants', { params: { path: { id } }, signal });
      const rows = conditioned(granted.grants);
      // Most roles have no conditions, and need the names only while one is added.
      const needsNames = isEditing || rows.some(({ condition }) => condition !== null);
      return { granted, rows, vocabulary: needsNames ? await loadVocabulary() : undefined };
    },
    [id, version, isEditing],
  );
  const done = (): void => {
    edit(undefined);
    loaded.reload();
  };
  return (
    <Panel title={text.title}>
      <p class="hint">{text.about}</p>
      <LoadBoundary of={loaded}>
        {({ granted, rows, vocabulary }) => {
          const open = rows.find(({ grant }) => grant.permissionId === edited);
          const namesFor = ({ grant: { code } }: Conditioned): Vocabulary | undefined =>
            vocabulary && { ...vocabulary, ofFields: moduleFieldNames(code) };
          const openNames = open && namesFor(open);
          return (
            <>
              {rows.length === 0 ? <p class="quiet">{text.noneTitle}</p> : undefined}
              <ul class="rows">
                {rows.map((row) => (
                  <ConditionRow
                    key={row.grant.permissionId}
                    granted={granted}
                    vocabulary={namesFor(row)}
                    of={row}
                    onEdit={() => edit(row.grant.permissionId)}
                    onChanged={loaded.reload}
                  />
                ))}
              </ul>
              {open === undefined || openNames === undefined ? undefined : (
                <ConditionDialog granted={granted} vocabulary={openNames} edited={open} onDone={done} />
              )}
            </>
          );
        }}
      </LoadBoundary>
    </Panel>
  );
}
