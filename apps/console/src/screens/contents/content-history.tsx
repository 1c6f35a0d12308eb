import { ifVersion, type Schemas } from '@portcullis/client';
import { operatorId } from '@portcullis/domain/internal/built-in';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attempt } from '../../parts/actions.tsx';
import { Button, ScreenHead, Time } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { DataTable, type Column } from '../../parts/table.tsx';
import { categoryNames, loadReferences } from '../../resources/references.ts';
import { currentLocation, hrefOf, readListState, setQuery } from '../../routing/location.ts';
import { api, can, ifAllowed } from '../../session/session.ts';
import { RevisionComparison, RevisionView } from './revision.tsx';

/** @returns the names of categories and tags by their ids. Deleted ones are missing. */
async function loadNames(): Promise<ReadonlyMap<string, string>> {
  const { categories, tags } = await loadReferences();
  return new Map([...categoryNames(categories), ...tags]);
}

type Revision = Schemas['Revision'];

interface Revisions {
  readonly items: readonly Revision[];
}

type VersionAction = (version: number) => unknown;

/** The actions on a version. Those that the person may not use are undefined. */
interface RowActions {
  readonly onView: VersionAction | undefined;
  readonly onCompare: VersionAction | undefined;
  readonly onRestore: VersionAction | undefined;
  /** Whether no earlier version is kept. */
  readonly isFirst: (version: number) => boolean;
  /** The version that the content has now, which cannot be restored. */
  readonly current: number | undefined;
}

/**
 * The author is null if the service made the change, for example by a schedule. The name is null if the account was
 * deleted.
 */
const authorOf = ({ authorId, authorName }: Revision): string =>
  authorName ??
  (authorId === null || authorId === operatorId ? texts().events.actors.system : texts().overview.deletedAccount);

const actionButton = (act: VersionAction | undefined, version: number, label: string, description: string) =>
  act === undefined ? undefined : (
    <Button kind="link" label={description} onClick={() => act(version)}>
      {label}
    </Button>
  );

const revisionColumns = (actions: RowActions): readonly Column<Revision, never>[] => {
  const { onView, onCompare, onRestore, isFirst, current } = actions;
  const text = texts().revisions;
  return [
    { name: 'version', label: text.version, isNumber: true, cell: ({ version }) => version },
    { name: 'kind', label: text.kind, cell: ({ kind }) => text.kinds[kind] },
    { name: 'at', label: text.at, cell: ({ createdAt }) => <Time value={createdAt} /> },
    { name: 'author', label: text.author, isMinor: true, cell: authorOf },
    {
      name: 'changed',
      label: text.changed,
      isMinor: true,
      cell: ({ changedFields }) => changedFields.map((field) => text.fields[field]).join(', ') || '–',
    },
    {
      name: 'size',
      label: text.size,
      isMinor: true,
      isNumber: true,
      cell: ({ bytes }) => text.bytes({ kilobytes: Math.ceil(bytes / 1024) }),
    },
    {
      name: 'actions',
      label: texts().common.actions,
      cell: ({ version }) => (
        <span class="row-actions">
          {actionButton(onView, version, text.view, text.viewVersion({ version }))}
          {isFirst(version) ? undefined : actionButton(onCompare, version, text.changes, text.changesOf({ version }))}
          {version === current
            ? undefined
            : actionButton(onRestore, version, text.restore, text.restoreVersion({ version }))}
        </span>
      ),
    },
  ];
};

const list = { filters: [], sorts: [] } as const;

const versionIn = (name: string): number => Number(currentLocation.value.query.get(name) ?? 0);

/** Stores in the URL which revisions are shown beside the list. The list stays on the same page. */
const open = (changes: Readonly<Record<string, string>>): void =>
  setQuery({ page: currentLocation.value.query.get('page') ?? '', version: '', from: '', to: '', ...changes });

const close = (): void => open({});

/**
 * Lists the revisions of a content. They can be read, compared and restored. The URL says which revisions
 * are shown beside the list.
 */
export function ContentHistory({ id }: ScreenProps) {
  const text = texts().revisions;
  const state = readListState(currentLocation.value.query, list);
  const params = { path: { id } };
  const content = useLoad((signal) => api.get('/api/contents/{id}', { params, signal }), [id]);
  const { page, pageSize } = state;
  const history = useLoad(
    async (signal) => {
      const query = { page, pageSize };
      const [revisions, names] = await Promise.all([
        api.get('/api/contents/{id}/revisions', { params: { ...params, query }, signal }),
        loadNames(),
      ]);
      return { revisions, names };
    },
    [id, page, pageSize],
  );

  const restore = ifAllowed('restoreContent', (version: number) =>
    attempt(
      async () => {
        // The current version number is read first, so that a change since the screen was opened does not cause a
        // conflict. The history contains that change, so nothing is lost.
        const { version: current } = await api.get('/api/contents/{id}', { params });
        await api.post('/api/contents/{id}/revisions/{version}/restore', {
          params: { path: { id, version }, header: ifVersion(current) },
        });
        open({ page: '' });
        history.reload();
      },
      {
        question: { title: text.restoreTitle({ version }), consequence: text.restoreConsequence, action: text.restore },
        done: text.restored({ version }),
      },
    ),
  );

  /** Compares a version with the one before it. Some earlier versions may have been removed. */
  const compareWithPrevious = ({ items }: Revisions, version: number) =>
    attempt(async () => {
      const at = items.findIndex((revision) => revision.version === version) + 1;
      const next = { page: (page - 1) * pageSize + at + 1, pageSize: 1 };
      const before =
        items[at] ?? (await api.get('/api/contents/{id}/revisions', { params: { ...params, query: next } })).items[0];
      if (before !== undefined) open({ from: String(before.version), to: String(version) });
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
      <div class={version > 0 || to > 0 ? 'history is-open' : 'history'}>
        <LoadBoundary of={history} skeleton={pageSize}>
          {({ revisions }) => (
            <DataTable
              caption={text.history}
              columns={revisionColumns({
                onView: ifAllowed('getRevision', (chosen) => open({ version: String(chosen) })),
                onCompare: ifAllowed('compareRevisions', (chosen) => compareWithPrevious(revisions, chosen)),
                onRestore: restore,
                current: page === 1 ? revisions.items[0]?.version : undefined,
                isFirst: (chosen) => page * pageSize >= revisions.total && revisions.items.at(-1)?.version === chosen,
              })}
              page={revisions}
              state={state}
              idOf={(revision) => String(revision.version)}
              nameOf={
                can('compareRevisions') ? (revision) => text.versionTitle({ version: revision.version }) : undefined
              }
              bulk={compareSelected}
              keepsSelection
            />
          )}
        </LoadBoundary>
        {version > 0 ? (
          <RevisionView
            key={version}
            contentId={id}
            version={version}
            nameOf={nameOf}
            onRestore={version === content.data?.version ? undefined : restore}
            onClose={close}
          />
        ) : undefined}
        {from > 0 && to > 0 ? (
          <RevisionComparison contentId={id} from={from} to={to} nameOf={nameOf} onClose={close} />
        ) : undefined}
      </div>
    </>
  );
}
