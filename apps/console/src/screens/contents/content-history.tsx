import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Button } from '../../parts/elements.tsx';
import { attempt, confirmFirst, notify } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/table.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { ifVersion } from '../../forms/values.ts';
import { readListState, setQuery, hrefOf, currentLocation } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { loadNames } from './history-names.ts';
import { revisionColumns } from './revision-columns.tsx';
import { RevisionComparison } from './revision-comparison.tsx';
import { revisionMessages } from './revision-messages.ts';
import { RevisionView } from './revision-view.tsx';

const list = { filters: [], sorts: [] } as const;

const versionIn = (name: string): number => Number(currentLocation.value.query.get(name) ?? 0);

/** Stores in the URL which revisions the dialog shows. The list stays on the same page. */
const open = (changes: Readonly<Record<string, string>>): void =>
  setQuery({ page: currentLocation.value.query.get('page') ?? '', version: '', from: '', to: '', ...changes });

const close = (): void => open({});

/**
 * Lists the revisions of a content. They can be read, compared and restored. The URL says which revisions the dialog
 * shows.
 */
export function ContentHistory({ id }: ScreenProps) {
  const text = revisionMessages();
  const state = readListState(currentLocation.value.query, list);
  const params = { path: { id } };
  const content = useLoad((signal) => api.get('/api/contents/{id}', { params, signal }), [id]);
  const { page, pageSize } = state;
  const history = useLoad(
    async (signal) => {
      const query = { page, pageSize };
      const revisions = await api.get('/api/contents/{id}/revisions', { params: { ...params, query }, signal });
      return { revisions, names: await loadNames(revisions.items, signal) };
    },
    [id, page, pageSize],
  );

  const restore = (version: number) =>
    attempt(async () => {
      const question = {
        title: text.restoreTitle(version),
        consequence: text.restoreConsequence,
        action: text.restore,
      };
      if (!(await confirmFirst(question))) return;
      // The current version number is read first, so that a change since the screen was opened does not cause a
      // conflict. The history contains that change, so nothing is lost.
      const { version: current } = await api.get('/api/contents/{id}', { params });
      await api.post('/api/contents/{id}/revisions/{version}/restore', {
        params: { path: { id, version }, header: ifVersion(current) },
      });
      notify(text.restored(version));
      open({ page: '' });
      history.reload();
    });

  const [one = 0, other = 0] = [...state.selected].map(Number).toSorted((a, b) => a - b);
  const compareSelected = (
    <Button isDisabled={state.selected.size !== 2} onClick={() => open({ from: String(one), to: String(other) })}>
      {text.compare}
    </Button>
  );
  const [version, from, to] = [versionIn('version'), versionIn('from'), versionIn('to')];
  const nameOf = (name: string): string => history.data?.names.get(name) ?? name;
  return (
    <>
      <ScreenHead
        title={text.history}
        up={{ href: hrefOf(`/contents/${id}`), label: content.data?.title ?? text.history }}
      />
      <p class="hint">{text.compareHint}</p>
      <LoadBoundary of={history}>
        {({ revisions, names }) => (
          <DataTable
            caption={text.history}
            columns={revisionColumns({
              onView: (chosen) => open({ version: String(chosen) }),
              onCompare: (chosen) => open({ from: String(chosen - 1), to: String(chosen) }),
              onRestore: (chosen) => void restore(chosen),
              authorOf: (author) => (author === null ? text.service : (names.get(author) ?? author)),
            })}
            page={revisions}
            state={state}
            idOf={(revision) => String(revision.version)}
            nameOf={(revision) => text.versionTitle(revision.version)}
            bulk={compareSelected}
          />
        )}
      </LoadBoundary>
      {version > 0 ? (
        <RevisionView
          key={version}
          contentId={id}
          version={version}
          nameOf={nameOf}
          onRestore={(chosen) => void restore(chosen)}
          onClose={close}
        />
      ) : undefined}
      {from > 0 && to > 0 ? (
        <RevisionComparison contentId={id} from={from} to={to} nameOf={nameOf} onClose={close} />
      ) : undefined}
    </>
  );
}
