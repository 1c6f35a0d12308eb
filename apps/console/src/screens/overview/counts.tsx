import type { Schemas } from '@portcullis/client';
import { hrefOf } from '../../routing/location.ts';
import { overviewMessages } from './messages.ts';

interface Count {
  readonly label: string;
  readonly total: number;
  readonly detail: string | undefined;
  /** The path of the list that the link opens. For contents, the list shows only the drafts if there are any. */
  readonly path: string;
}

function countsOf(overview: Schemas['Overview']): readonly Count[] {
  const text = overviewMessages();
  const { users, roles, permissions, menus, contents, categories, tags } = overview;
  return [
    { label: text.users, total: users.total, detail: text.enabled(users.enabled), path: '/users' },
    { label: text.roles, total: roles.total, detail: text.enabled(roles.enabled), path: '/roles' },
    { label: text.permissions, total: permissions.total, detail: undefined, path: '/permissions' },
    { label: text.menus, total: menus.total, detail: text.enabled(menus.enabled), path: '/menus' },
    {
      label: text.contents,
      total: contents.total,
      detail: text.drafts(contents.drafts),
      path: contents.drafts > 0 ? '/contents?status=DRAFT' : '/contents',
    },
    { label: text.categories, total: categories.total, detail: undefined, path: '/categories' },
    { label: text.tags, total: tags.total, detail: undefined, path: '/tags' },
  ];
}

/** Shows the number of resources of each kind, with links to their lists. */
export function Counts({ overview }: { readonly overview: Schemas['Overview'] }) {
  return (
    <ul class="counts">
      {countsOf(overview).map(({ label, total, detail, path }) => (
        <li key={label}>
          <a class="panel count" href={hrefOf(path)}>
            <span class="quiet">{label}</span>
            <strong>{total}</strong>
            <span class="quiet">{detail}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
