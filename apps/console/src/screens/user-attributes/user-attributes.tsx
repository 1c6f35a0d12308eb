import { PortcullisError, ifVersion } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { attempt, Dialog } from '../../parts/actions.tsx';
import { Button, labelIn, ScreenHead } from '../../parts/elements.tsx';
import { Empty, InvalidInput, LoadBoundary, useLoad } from '../../parts/load.tsx';
import type { Declaration, Declared } from '../../resources/attributes.ts';
import { api, can } from '../../session/session.ts';
import { audienceChoices, DeclarationForm, typeChoices } from './declaration-form.tsx';

/** Replaces all declarations, unless somebody else has changed them since they were read. */
const replace = ({ version }: Declared, attributes: readonly Declaration[]) =>
  api.put('/api/user-attributes', {
    params: { header: ifVersion(version) },
    body: { attributes: attributes.map((declaration) => ({ ...declaration, values: copyOf(declaration.values) })) },
  });

const copyOf = (values: Declaration['values']): string[] | null => (values === null ? null : [...values]);

/**
 * Stores a new or changed declaration. The path of an invalid field begins with the place of the declaration, which the
 * form does not know.
 */
async function save(declared: Declared, declaration: Declaration): Promise<void> {
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

interface RowsProps {
  readonly declared: Declared;
  readonly onEdit: (declaration: Declaration) => void;
  readonly onChanged: () => void;
}

function Rows({ declared, onEdit, onChanged }: RowsProps) {
  const text = texts().attributes;
  const remove = (removed: Declaration) =>
    attempt(
      () =>
        replace(
          declared,
          declared.attributes.filter((each) => each !== removed),
        ),
      {
        question: {
          title: text.removeTitle({ name: removed.label }),
          consequence: text.removeConsequence,
          action: text.remove,
        },
        done: text.removedNotice({ name: removed.label }),
        after: onChanged,
      },
    );
  return (
    <div class="table-frame" role="region" aria-label={text.declare} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.label}</th>
            <th scope="col">{texts().fields.name}</th>
            <th scope="col" class="minor">
              {text.type}
            </th>
            <th scope="col">{text.writableBy}</th>
            <th scope="col">
              <span class="visually-hidden">{text.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {declared.attributes.map((each) => (
            <tr key={each.name}>
              <td dir="auto">
                <button
                  type="button"
                  class="button-link cell-button"
                  aria-label={text.edit({ name: each.label })}
                  onClick={() => onEdit(each)}
                >
                  {each.label}
                </button>
              </td>
              <td>
                <code>{each.name}</code>
              </td>
              <td class="minor">{labelIn(typeChoices(), each.type)}</td>
              <td>{labelIn(audienceChoices(), each.writableBy)}</td>
              <td>
                {can('setUserAttributes') ? (
                  <Button label={text.removeTitle({ name: each.label })} onClick={() => remove(each)}>
                    {text.remove}
                  </Button>
                ) : undefined}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The declarations of the attributes of users. */
export function UserAttributes({ title }: ScreenProps) {
  const text = texts().attributes;
  const loaded = useLoad((signal) => api.get('/api/user-attributes', { signal }), []);
  const [open, setOpen] = useState<Declaration | 'new' | undefined>(undefined);
  const edited = typeof open === 'object' ? open : undefined;
  const done = (): void => {
    setOpen(undefined);
    loaded.reload();
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
      <LoadBoundary of={loaded}>
        {(declared) => (
          <>
            {declared.attributes.length === 0 ? (
              <Empty hint={text.none} />
            ) : (
              <Rows declared={declared} onEdit={setOpen} onChanged={loaded.reload} />
            )}
            {open === undefined ? undefined : (
              <Dialog title={edited === undefined ? text.declare : text.edit({ name: edited.label })} onClose={done}>
                <DeclarationForm declared={edited} save={(declaration) => save(declared, declaration)} onDone={done} />
              </Dialog>
            )}
          </>
        )}
      </LoadBoundary>
    </>
  );
}
