import type { ChoiceInputProps } from '../parts/choice-list.tsx';
import type { Choice } from '../parts/elements.tsx';
import { api, can, declaredOperation, moduleParts, profile } from '../session/session.ts';
import { useLoad } from '../parts/load.tsx';
import { SearchPicker } from '../parts/search-picker.tsx';

interface TargetPickerProps extends Pick<ChoiceInputProps, 'label' | 'value' | 'onChoose'> {
  /** What is found by its name. */
  readonly target: string;
  /** The text while nothing is chosen. */
  readonly none: string;
  /** Whether nothing can be chosen again. */
  readonly canClear?: boolean;
}

/** The button that finds by its name what a field of a module refers to. */
export function TargetPicker({ label, target, value, none, canClear = false, onChoose }: TargetPickerProps) {
  const ids = new Set(value === '' ? [] : [value]);
  const names = useLoad((signal) => targetNames([[target, ids]], signal), [target, value]);
  const nothing = { value: '', label: none };
  return (
    <SearchPicker
      label={label}
      chosen={value === '' ? none : (names.data?.get(value) ?? value)}
      find={async (search, signal) => [
        ...(canClear && search === '' ? [nothing] : []),
        ...(await findTargets(target, search, signal)),
      ]}
      onChoose={(choice) => onChoose(choice.value)}
    />
  );
}

/** Number of choices that a search shows. */
export const pickerSize = 20;

/** Finds users by a part of the username, the e-mail address, the nickname or the phone number. */
export const findUsers = async (search: string, signal: AbortSignal): Promise<readonly Choice[]> => {
  const query = { pageSize: pickerSize, ...(search !== '' && { search }) };
  const { items } = await api.get('/api/users', { params: { query }, signal });
  return items.map(({ id, username, nickName }) => ({
    value: id,
    label: nickName === null ? username : `${username} (${nickName})`,
  }));
};

interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A kind of entries to which fields of modules can refer, with its list and the field that has the name of an entry. */
interface Target {
  readonly path: string;
  readonly operation: Parameters<typeof can>[0];
  readonly namedBy: string;
}

const builtIn: Readonly<Record<string, Target>> = {
  user: { path: '/users', operation: 'listUsers', namedBy: 'username' },
  role: { path: '/roles', operation: 'listRoles', namedBy: 'name' },
  content: { path: '/contents', operation: 'listContents', namedBy: 'title' },
  category: { path: '/categories', operation: 'listCategories', namedBy: 'name' },
  tag: { path: '/tags', operation: 'listTags', namedBy: 'name' },
  media: { path: '/media', operation: 'listMedia', namedBy: 'name' },
};

function targetOf(name: string): Target | undefined {
  const own = moduleParts.value.resources.find((each) => each.name === name);
  if (own === undefined) return builtIn[name];
  const { path, namedBy, operations } = own;
  return { path, namedBy, operation: declaredOperation(operations.list) };
}

const list = async ({ path }: Target, query: object, signal?: AbortSignal): Promise<readonly Item[]> => {
  const options = { params: { query: { pageSize: 100, ...query } }, ...(signal && { signal }) };
  return (await api.request<{ readonly items: readonly Item[] }>('get', `/api${path}`, options)).items;
};

/** Returns the account of the person who is logged in, which also people know who may not list users. */
function ownAccount(target: string): readonly Choice[] {
  const own = profile.peek();
  return target !== 'user' || own === undefined ? [] : [{ value: own.id, label: own.username }];
}

/** Finds what a field can refer to by a part of its name. */
export async function findTargets(name: string, search: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const target = targetOf(name);
  if (target === undefined) return [];
  if (!can(target.operation))
    return ownAccount(name).filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  if (name === 'user') return findUsers(search, signal);
  const found = await list(target, { pageSize: pickerSize, ...(search !== '' && { search }) }, signal);
  return found.map((item) => ({ value: item.id, label: String(item[target.namedBy]) }));
}

/** Maximum number of ids in one request. */
const mostIds = 100;

/**
 * Reads the names of what fields refer to, by their ids. What does not exist, or may not be read, is missing.
 * @param ids by the name of what they are the ids of
 */
export async function targetNames(
  ids: Iterable<readonly [target: string, ids: ReadonlySet<string>]>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = await Promise.all(
    [...ids].map(async ([name, wanted]): Promise<readonly (readonly [string, string])[]> => {
      const target = targetOf(name);
      if (target === undefined || wanted.size === 0) return [];
      if (!can(target.operation))
        return ownAccount(name).flatMap(({ value, label }) => (wanted.has(value) ? [[value, label] as const] : []));
      const parts = Array.from({ length: Math.ceil(wanted.size / mostIds) }, (_, part) =>
        [...wanted].slice(part * mostIds, (part + 1) * mostIds),
      );
      const found = await Promise.all(parts.map((part) => list(target, { ids: part }, signal)));
      return found.flat().map((item) => [item.id, String(item[target.namedBy])]);
    }),
  );
  return new Map(names.flat());
}
