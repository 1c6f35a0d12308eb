import type { Schemas } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { Panel } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { PathSentences } from '../../resources/access-paths.tsx';
import type { ShownUser } from '../../resources/references.ts';
import { api, can } from '../../session/session.ts';
import { ContentConditions } from './content-conditions.tsx';

type Access = Schemas['UserAccess'];
type Operation = Access['operations'][number];

/** Maximum number of lines that are shown. */
const shown = 50;

interface Line {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  readonly granted: boolean;
  readonly needsFactor: boolean;
  readonly why: () => ComponentChildren;
}

/** Shows the conditions of an operation, and the paths that meet them. */
function Conditions({ conditions }: Pick<Operation, 'conditions'>) {
  const text = texts().access;
  if (conditions.length === 0) return <p class="quiet">{text.openToAll}</p>;
  return (
    <>
      {conditions.map(({ roles, permissions, paths, nearMisses }) => {
        const codes = [...roles, ...permissions];
        const [first = '', ...others] = codes;
        return (
          <div key={codes.join()}>
            <p class="quiet">
              {others.length === 0 ? text.needed({ code: first }) : text.oneOf({ codes: codes.join(', ') })}
            </p>
            <PathSentences paths={paths} nearMisses={nearMisses} />
          </div>
        );
      })}
    </>
  );
}

const permissionLines = ({ permissions }: Access): readonly Line[] =>
  permissions.map(({ id, paths, nearMisses, ...permission }) => ({
    ...permission,
    key: id,
    why: () => <PathSentences permission={permission.code} paths={paths} nearMisses={nearMisses} />,
  }));

const otherLines = ({ menus, operations }: Access): readonly Line[] => [
  ...menus.map(({ id, routeName, menuName, paths, nearMisses, ...menu }) => ({
    ...menu,
    key: id,
    code: routeName,
    name: menuName,
    why: () => <PathSentences paths={paths} nearMisses={nearMisses} />,
  })),
  ...operations.map(({ id, conditions, ...operation }) => ({
    ...operation,
    key: id,
    code: id,
    name: '',
    why: () => <Conditions conditions={conditions} />,
  })),
];

/** Returns the permissions, or everything that contains the searched text. */
function linesOf(access: Access, search: string): readonly Line[] {
  if (search === '') return permissionLines(access);
  const wanted = search.toLowerCase();
  return [...permissionLines(access), ...otherLines(access)].filter(({ code, name }) =>
    `${code} ${name}`.toLowerCase().includes(wanted),
  );
}

/** Shows what the user may do, and why. A search also finds menus and operations. */
export function UserAccess({ user }: { readonly user: ShownUser }) {
  const text = texts().users;
  const [search, setSearch] = useState('');
  const { id, updatedAt } = user;
  const roleIds = user.roles.map((role) => role.id).join();
  const access = useLoad(
    (signal) => api.get('/api/users/{id}/access', { params: { path: { id } }, signal }),
    [id, updatedAt, roleIds],
  );
  return (
    <Panel title={text.why}>
      <LoadBoundary of={access}>
        {(found) => {
          const lines = linesOf(found, search.trim());
          return (
            <>
              <label class="field">
                <span>{text.searchAccess}</span>
                <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
              </label>
              {lines.length === 0 ? (
                <p class="quiet">{search === '' ? text.noPermissions : text.nothingFound}</p>
              ) : undefined}
              <ul class="rows access">
                {lines.slice(0, shown).map(({ key, code, name, granted, needsFactor, why }) => (
                  <li key={key}>
                    <div>
                      <code>{code}</code> <span dir="auto">{name}</span>
                      {why()}
                    </div>
                    <span class={granted ? 'tag tag-good' : 'tag tag-off'}>
                      {granted ? (needsFactor ? text.grantedWithFactor : text.granted) : text.notGranted}
                    </span>
                  </li>
                ))}
              </ul>
              {lines.length > shown ? (
                <p class="quiet">{text.searchMore({ count: lines.length - shown })}</p>
              ) : undefined}
              {can('listContents') ? <ContentConditions userId={id} /> : undefined}
            </>
          );
        }}
      </LoadBoundary>
    </Panel>
  );
}
