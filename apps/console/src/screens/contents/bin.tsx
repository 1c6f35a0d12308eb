import { ifVersion, type Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attemptEach } from '../../parts/actions.tsx';
import { Button, ScreenHead, Time } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { notify, confirmFirst } from '../../parts/notices.tsx';
import type { Column } from '../../parts/table.tsx';
import { setQuery } from '../../routing/location.ts';
import { api, can, moduleParts } from '../../session/session.ts';
import { ContentStatus } from './content-status.tsx';
import { recoverContent } from './undo-change.ts';

type Removed = Schemas['RemovedContent'];

/** Lists the deleted contents, which can be recovered or removed for good. */
export function Bin({ up }: ScreenProps) {
  const text = texts().bin;
  const contents = texts().contents;
  const removed = useList({ filters: [], sorts: [], kind: 'content' }, ({ page, pageSize }, _filters, signal) =>
    api.get('/api/contents/removed', { params: { query: { page, pageSize } }, signal }),
  );
  const done = (notice: string): void => {
    notify(notice);
    setQuery({ selected: '' }, { replace: true });
    removed.reload();
  };
  const ids = (items: readonly Removed[]) => items.map(({ id }) => id);

  async function recover(items: readonly Removed[]): Promise<void> {
    done(text.recovered({ count: await attemptEach(ids(items), recoverContent) }));
  }

  async function purge(items: readonly Removed[]): Promise<void> {
    const title = text.purgeTitle({ count: items.length });
    if (!(await confirmFirst({ title, consequence: text.purgeConsequence, action: text.purge }))) return;
    const versions = new Map(items.map(({ id, version }) => [id, version]));
    const send = (id: string) =>
      api.delete('/api/contents/removed/{id}', { params: { path: { id }, header: ifVersion(versions.get(id) ?? 0) } });
    done(text.purged({ count: await attemptEach(ids(items), send) }));
  }

  const columns: readonly Column<Removed, never>[] = [
    { name: 'title', label: contents.titleField, cell: ({ title }) => title },
    {
      name: 'status',
      label: texts().fields.status,
      isMinor: true,
      cell: ({ status }) => <ContentStatus status={status} />,
    },
    { name: 'removedBy', label: text.removedBy, cell: ({ removedByName }) => removedByName ?? '–' },
    { name: 'removedAt', label: text.removedAt, cell: ({ removedAt }) => <Time value={removedAt} /> },
    { name: 'expiresAt', label: text.expiresAt, cell: ({ expiresAt }) => <Time value={expiresAt} /> },
  ];
  return (
    <>
      <ScreenHead title={text.title} up={up} />
      <p class="hint">{text.hint({ days: moduleParts.value.contentBinDays })}</p>
      <ListView
        title={text.title}
        list={removed}
        columns={() => columns}
        emptyHint={text.empty}
        nameOf={({ title }) => title}
        bulk={(selected) => (
          <>
            {can('recoverContent') ? <Button onClick={() => recover(selected)}>{text.recover}</Button> : undefined}
            {can('purgeContent') ? (
              <Button kind="danger" onClick={() => purge(selected)}>
                {text.purge}
              </Button>
            ) : undefined}
          </>
        )}
      />
    </>
  );
}
