import { PortcullisError, ifVersion } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { linesOf } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attempt, Dialog } from '../../parts/actions.tsx';
import { Button, choicesOf, ScreenHead } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { InvalidInput } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { fieldColumn, type Column } from '../../parts/table.tsx';
import type { Declaration, Declared } from '../../resources/attributes.ts';
import { api, can, ifAllowed } from '../../session/session.ts';

interface DeclarationFormProps {
  /** The declaration that is changed; undefined for a new one. */
  readonly declared: Declaration | undefined;
  /** Stores the declaration. */
  readonly save: (declaration: Declaration) => Promise<void>;
  readonly onDone: () => void;
}

const initial: Declaration = {
  name: '',
  label: '',
  type: 'string',
  values: null,
  readableBy: 'admin',
  writableBy: 'admin',
};

/** The form of one declaration. The name of an existing one cannot change. */
function DeclarationForm({ declared, save, onDone }: DeclarationFormProps) {
  const text = texts().attributes;
  const { name, label, type: declaredType, values, readableBy, writableBy } = declared ?? initial;
  const form = useForm({
    draft: `declaration ${name}`,
    initial: { name, label, type: declaredType, readableBy, writableBy, values: values?.join('\n') ?? '' },
    save: async (declaration) => {
      const lines = linesOf(declaration.values);
      await save({ ...declaration, values: lines.length === 0 ? null : lines });
      notify(text.savedNotice({ name: declaration.name }));
      onDone();
    },
  });
  const { type } = form.values.value;
  return (
    <FormView form={form} onCancel={onDone}>
      <TextField form={form} name="name" hint={text.nameHint} isReadOnly={declared !== undefined} autoFocus />
      <TextField form={form} name="label" label={text.label} />
      <SelectField form={form} name="type" label={text.type} choices={choicesOf(text.types)} />
      {type === 'string' || type === 'string[]' ? (
        <TextArea form={form} name="values" label={text.values} hint={text.valuesHint} isOptional />
      ) : undefined}
      <SelectField form={form} name="readableBy" label={text.readableBy} choices={choicesOf(text.audiences)} />
      <SelectField form={form} name="writableBy" label={text.writableBy} choices={choicesOf(text.audiences)} />
    </FormView>
  );
}

/** Replaces all declarations, unless somebody else has changed them since they were read. */
const replace = ({ version }: Declared, attributes: Declaration[]) =>
  api.put('/api/user-attributes', { params: { header: ifVersion(version) }, body: { attributes } });

/**
 * Stores a new or changed declaration. The path of an invalid field begins with the place of the declaration, which the
 * form does not know.
 */
async function store(declared: Declared, declaration: Declaration): Promise<void> {
  const { attributes } = declared;
  const isNew = attributes.every(({ name }) => name !== declaration.name);
  const changed = isNew
    ? [...attributes, declaration]
    : attributes.map((each) => (each.name === declaration.name ? declaration : each));
  try {
    await replace(declared, changed);
  } catch (error) {
    const [first] = error instanceof PortcullisError && Array.isArray(error.errors) ? error.errors : [];
    if (first === undefined) throw error;
    throw new InvalidInput(/\.(\w+)/u.exec(first.field)?.[1], first.message);
  }
}

/** A declaration as a row of the list. */
type Row = Declaration & { readonly id: string };

interface ColumnsOptions {
  readonly onEdit: (declaration: Declaration) => void;
  /** If undefined, the person may not change the declarations. */
  readonly onRemove: ((declaration: Declaration) => unknown) | undefined;
}

const columnsOf = ({ onEdit, onRemove }: ColumnsOptions): readonly Column<Row, never>[] => {
  const text = texts().attributes;
  return [
    {
      name: 'label',
      label: text.label,
      cell: (row) => (
        <button
          type="button"
          class="button-link cell-button"
          aria-label={text.edit({ name: row.label })}
          onClick={() => onEdit(row)}
        >
          {row.label}
        </button>
      ),
    },
    fieldColumn('name', { shown: (name: string) => <code>{name}</code> }),
    fieldColumn('type', { label: text.type, isMinor: true, shown: (type: Declaration['type']) => text.types[type] }),
    fieldColumn('writableBy', {
      label: text.writableBy,
      shown: (who: Declaration['writableBy']) => text.audiences[who],
    }),
    {
      name: 'actions',
      label: texts().common.actions,
      cell: (row) =>
        onRemove === undefined ? undefined : (
          <Button label={text.removeTitle({ name: row.label })} onClick={() => onRemove(row)}>
            {text.remove}
          </Button>
        ),
    },
  ];
};

/** The declarations of the attributes of users, which the service stores as one document. */
export function UserAttributes({ title }: ScreenProps) {
  const text = texts().attributes;
  const [open, setOpen] = useState<Declaration | 'new' | undefined>(undefined);
  const edited = typeof open === 'object' ? open : undefined;
  const list = useList({ filters: [], sorts: [] }, async ({ page, pageSize }, _filters, signal) => {
    const declared = await api.get('/api/user-attributes', { signal });
    const rows = declared.attributes.map((each): Row => ({ ...each, id: each.name }));
    return { declared, items: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length };
  });
  const declared = list.data?.declared;
  const remove = ({ name, label }: Declaration) =>
    attempt(
      async () =>
        declared &&
        replace(
          declared,
          declared.attributes.filter((each) => each.name !== name),
        ),
      {
        question: {
          title: text.removeTitle({ name: label }),
          consequence: text.removeConsequence,
          action: text.remove,
        },
        done: text.removedNotice({ name: label }),
        after: list.reload,
      },
    );
  const done = (): void => {
    setOpen(undefined);
    list.reload();
  };
  return (
    <>
      <ScreenHead title={title}>
        {can('setUserAttributes') ? (
          <Button kind="main" onClick={() => setOpen('new')}>
            {text.declare}
          </Button>
        ) : undefined}
      </ScreenHead>
      <p class="hint">{text.about}</p>
      <ListView
        title={title}
        list={list}
        columns={() => columnsOf({ onEdit: setOpen, onRemove: ifAllowed('setUserAttributes', remove) })}
        emptyHint={text.none}
      />
      {open === undefined || declared === undefined ? undefined : (
        <Dialog title={edited === undefined ? text.declare : text.edit({ name: edited.label })} onClose={done}>
          <DeclarationForm declared={edited} save={(declaration) => store(declared, declaration)} onDone={done} />
        </Dialog>
      )}
    </>
  );
}
