import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { Labels, Panel, ScreenHead } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { timeColumn, type Column } from '../../parts/table.tsx';
import { KeyActions, KeyForm, KeyTimes, NewKey } from '../../resources/api-keys.tsx';
import { go, hrefOf } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';

type Key = Schemas['ApiKey'];

/** The fields by which the list of keys can be sorted. */
const sorts = ['name', 'createdAt', 'expiresAt'] as const;

const columns = (onChanged: () => void) => (): readonly Column<Key, (typeof sorts)[number]>[] => {
  const text = texts().apiKeys;
  return [
    {
      name: 'name',
      label: text.name,
      sort: 'name',
      cell: (key) => (
        <>
          <strong dir="auto">{key.name}</strong>
          <KeyTimes stored={key} />
        </>
      ),
    },
    {
      name: 'owner',
      label: text.owner,
      cell: ({ owner }) => <a href={hrefOf(`/users/${owner.id}`)}>{owner.username}</a>,
    },
    {
      name: 'permissions',
      label: text.permissions,
      isMinor: true,
      cell: ({ permissions }) => <Labels of={permissions} />,
    },
    timeColumn('expiresAt', text.expires, { isMinor: true }),
    { name: 'actions', label: '', cell: (key) => <KeyActions stored={key} onChanged={onChanged} /> },
  ];
};

/** The keys of all service accounts. */
export function ApiKeys({ title }: ScreenProps) {
  const text = texts().apiKeys;
  const keys = useList({ filters: [], sorts, kind: 'apiKey' }, (query, _filters, signal) =>
    api.get('/api/api-keys', { params: { query: { ...query, ownerKind: 'SERVICE' } }, signal }),
  );
  return (
    <>
      <ScreenHead title={title}>
        {can('listRoles') && can('addReadyRole') ? (
          <a class="button" href={hrefOf('/api-keys/assistant')}>
            {texts().assistants.title}
          </a>
        ) : undefined}
        {can('createApiKey') ? (
          <a class="button button-main" href={hrefOf('/api-keys/new')}>
            {text.create}
          </a>
        ) : undefined}
      </ScreenHead>
      <p class="hint">{text.ofServices}</p>
      <ListView
        title={title}
        list={keys}
        columns={columns(keys.reload)}
        searchIn={text.searchIn}
        emptyHint={text.none}
      />
    </>
  );
}

const leave = (): void => go('/api-keys', { replace: true });

/** The page that creates a key: for the person, for a service account, or for a new one. */
export function CreateApiKey({ up }: ScreenProps) {
  const text = texts().apiKeys;
  const [created, setCreated] = useState<string | undefined>(undefined);
  const accounts = useLoad(async (signal) => {
    if (!can('listUsers')) return [];
    const query = { kind: 'SERVICE', pageSize: 100 } as const;
    return (await api.get('/api/users', { params: { query }, signal })).items;
  }, []);
  return (
    <>
      <ScreenHead title={text.create} up={up} />
      <Panel title={created === undefined ? text.create : text.keyOf}>
        <LoadBoundary of={accounts}>
          {(found) =>
            created === undefined ? (
              <KeyForm
                owners={found.map(({ id, username }) => ({ value: id, label: username }))}
                onSaved={setCreated}
                onCancel={leave}
              />
            ) : (
              <NewKey value={created} onDone={leave} />
            )
          }
        </LoadBoundary>
      </Panel>
    </>
  );
}
