import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { attempt, confirmFirst, Dialog, notify } from '../../parts/actions.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { api } from '../../session/session.ts';
import { contentsMessages } from './messages.ts';
import { editorialMessages } from './editorial-messages.ts';

type Item = Pick<Schemas['ContentListItem'], 'id' | 'title'>;

const actions = [
  'publish',
  'unpublish',
  'archive',
  'delete',
] as const satisfies readonly Schemas['BatchBody']['action'][];

type Action = (typeof actions)[number];

const changeAll = (ids: string[], action: Action) =>
  api.post('/api/contents/batch', { body: { ids, action, atomic: false } });

type Result = Awaited<ReturnType<typeof changeAll>>[number];

interface BatchResultsProps {
  readonly results: readonly Result[];
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

/** Shows the result of an action for each selected content. */
export function BatchResults({ results, items, onClose }: BatchResultsProps) {
  const text = editorialMessages();
  return (
    <Dialog title={text.results} onClose={onClose}>
      <ul class="rows">
        {results.map(({ id, ok, message }) => (
          <li key={id}>
            <span>{items.find((item) => item.id === id)?.title ?? id}</span>
            <span class={ok ? 'tag tag-good' : 'tag tag-off'}>{ok ? text.changed : message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface BatchActionsProps {
  /** The selected contents. */
  readonly items: readonly Item[];
  /**
   * Called with the results of all selected contents if some of them were not changed; otherwise called with an empty
   * list.
   */
  readonly onDone: (results: readonly Result[]) => void;
}

/** Publishes, unpublishes, archives or deletes the selected contents. */
export function BatchActions({ items, onDone }: BatchActionsProps) {
  const text = editorialMessages();
  const contents = contentsMessages();
  const common = commonMessages();
  const [isBusy, setBusy] = useState(false);
  const labels: Readonly<Record<Action, string>> = {
    publish: contents.publish,
    unpublish: contents.unpublish,
    archive: contents.archive,
    delete: common.delete,
  };

  async function change(action: Action): Promise<void> {
    const { title, consequence, done } = text.many[action];
    if (!(await confirmFirst({ title: title(items.length), consequence, action: labels[action] }))) return;
    setBusy(true);
    await attempt(async () => {
      const results = await changeAll(
        items.map(({ id }) => id),
        action,
      );
      notify(done(results.filter(({ ok }) => ok).length));
      onDone(results.every(({ ok }) => ok) ? [] : results);
    });
    setBusy(false);
  }

  return (
    <>
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          class={action === 'delete' ? 'button-danger' : undefined}
          disabled={isBusy || items.length === 0}
          onClick={() => void change(action)}
        >
          {labels[action]}
        </button>
      ))}
    </>
  );
}
