import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { Button, ScreenHead } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { useLoad } from '../../parts/load.tsx';
import { timeColumn, type Column } from '../../parts/table.tsx';
import { KeyActions, KeyDialog, KeyTimes } from '../../resources/api-keys.tsx';
import { hrefOf } from '../../routing/location.ts';
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
      cell: ({ permissions }) =>
        permissions.map((code) => (
          <span key={code} class="tag">
            {code}
          </span>
        )),
    },
    timeColumn('expiresAt', text.expires, { isMinor: true }),
    { name: 'actions', label: '', cell: (key) => <KeyActions stored={key} onChanged={onChanged} /> },
  ];
};

/** The keys of all service accounts. */
export function ApiKeys({ title }: ScreenProps) {
  const text = texts().apiKeys;
  const [isCreating, setCreating] = useState(false);
  const keys = useList({ filters: [], sorts, kind: 'apiKey' }, (query, _filters, signal) =>
    api.get('/api/api-keys', { params: { query: { ...query, ownerKind: 'SERVICE' } }, signal }),
  );
  const accounts = useLoad(
    async (signal) =>
      can('listUsers')
        ? (await api.get('/api/users', { params: { query: { kind: 'SERVICE', pageSize: 100 } }, signal })).items
        : [],
    [],
  );
  const owners = (accounts.data ?? []).map(({ id, username }) => ({ value: id, label: username }));
  const close = (): void => {
    setCreating(false);
    keys.reload();
  };
  return (
    <>
      <ScreenHead title={title}>
        {owners.length === 0 ? undefined : (
          <Button kind="main" onClick={() => setCreating(true)}>
            {text.create}
          </Button>
        )}
      </ScreenHead>
      <p class="hint">{text.ofServices}</p>
      <ListView
        title={title}
        list={keys}
        columns={columns(keys.reload)}
        searchIn={text.searchIn}
        emptyHint={text.none}
      />
      {isCreating ? <KeyDialog first={{ kind: 'edit' }} owners={owners} onClose={close} /> : undefined}
    </>
  );
}
