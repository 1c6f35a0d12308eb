import { ifVersion } from '@portcullis/client';
import type { FunctionComponent } from 'preact';
import { useRef } from 'preact/hooks';
import { useEditForm } from '../../forms/edit-form.ts';
import { FormView } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attempt } from '../../parts/actions.tsx';
import { Button, Panel, ScreenHead, Timestamps } from '../../parts/elements.tsx';
import { concerns, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { ActivityPanel } from '../../resources/events.tsx';
import { modulePathOf, type ModuleResource } from '../../resources/modules.ts';
import { go } from '../../routing/location.ts';
import { api, can, declaredOperation } from '../../session/session.ts';
import { EntryFields } from './entry-fields.tsx';
import { requireRules } from './rules.ts';
import { asText, bodyOf, limitsOf, valuesOf, type Entry } from './values.ts';

interface EntryProps {
  readonly resource: ModuleResource;
  readonly entry: Entry;
  readonly onSaved: () => void;
}

function EntryPanel({ resource, entry, onSaved }: EntryProps) {
  const path = `/api${resource.path}/{id}`;
  const params = { path: { id: entry.id } };
  const latest = useRef(entry);
  const note = (current: Entry): Entry => {
    latest.current = current;
    return current;
  };
  const form = useEditForm({
    limits: limitsOf(resource),
    stored: entry,
    read: async () => note(await api.request<Entry>('get', path, { params })),
    valuesOf: (stored: Entry) => valuesOf(resource, stored),
    bodyOf: (values) => bodyOf(resource, values),
    write: async (body, header, values) => {
      await requireRules(resource, values, latest.current);
      return note(await api.request<Entry>('patch', path, { params: { ...params, header }, body }));
    },
    onSaved,
  });
  const isReadOnly = !can(declaredOperation(resource.operations.update));
  return (
    <Panel title={texts().modules.profile}>
      <FormView form={form} isReadOnly={isReadOnly}>
        <EntryFields form={form} resource={resource} entry={entry} isReadOnly={isReadOnly} />
      </FormView>
      <dl class="facts">
        <Timestamps createdAt={entry.createdAt} updatedAt={entry.updatedAt} />
      </dl>
    </Panel>
  );
}

function EntryScreen({ resource, id, title, up }: ScreenProps & { readonly resource: ModuleResource }) {
  const text = texts().modules;
  const path = `/api${resource.path}/{id}`;
  const loaded = useLoad(
    (signal) => api.request<Entry>('get', path, { params: { path: { id } }, signal }),
    [id],
    concerns(resource.name, id),
  );
  const entry = loaded.data;
  const name = entry === undefined ? title : asText(entry[resource.namedBy] ?? entry.id);

  async function remove({ version }: Entry): Promise<void> {
    const question = {
      title: text.deleteTitle({ name }),
      consequence: text.deleteConsequence({ name }),
      action: texts().common.delete,
    };
    const params = { path: { id }, header: ifVersion(version) };
    if (!(await attempt(() => api.request('delete', path, { params }), { question }))) return loaded.reload();
    notify(text.deletedNotice({ count: 1 }));
    go(modulePathOf(resource), { replace: true });
  }

  return (
    <>
      <ScreenHead title={name} up={up}>
        {entry === undefined || !can(declaredOperation(resource.operations.delete)) ? undefined : (
          <Button kind="danger" onClick={() => remove(entry)}>
            {texts().common.delete}
          </Button>
        )}
      </ScreenHead>
      <LoadBoundary of={loaded}>
        {(found) => (
          <div class="panels">
            <EntryPanel resource={resource} entry={found} onSaved={loaded.reload} />
            {can('listEvents') ? (
              <ActivityPanel
                of={found}
                load={(range, signal) =>
                  api.get('/api/events', { params: { query: { subjectId: id, ...range } }, signal })
                }
              />
            ) : undefined}
          </div>
        )}
      </LoadBoundary>
    </>
  );
}

/** Returns the screen of an entry of a resource. */
export const entryOf =
  (resource: ModuleResource): FunctionComponent<ScreenProps> =>
  (props) => <EntryScreen {...props} resource={resource} />;
