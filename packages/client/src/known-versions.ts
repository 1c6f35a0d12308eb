import type { AnyRequestOptions, Verb } from './calls.ts';

/** Maximum number of resources whose versions are remembered. */
const maxKnown = 10_000;

/** The working copy of a content has the id of the content, but a version of its own. */
const isOfWorkingCopy = (path: string): boolean => path.includes('/draft');

interface Versioned {
  readonly id: string;
  readonly version: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the resource, or the resources of a page, a list or a tree. */
function versionedIn(data: unknown): readonly Versioned[] {
  if (Array.isArray(data)) return data.flatMap(versionedIn);
  if (!isRecord(data)) return [];
  const { id, version, items, children } = data;
  const own = typeof id === 'string' && typeof version === 'number' ? [{ id, version }] : [];
  return [...own, ...versionedIn(items), ...versionedIn(children)];
}

/** The id of the resource in the path: the value of its first parameter, such as `id` or `roleId`. */
const idIn = (path: string, { params }: AnyRequestOptions): string | undefined => {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  return name === undefined ? undefined : params?.path?.[name];
};

/**
 * Remembers the versions that the service has returned, so that a change is refused if somebody else has changed the
 * resource since the program last read it.
 */
export function knownVersions() {
  const versions = new Map<string, number>();
  return {
    /** Returns the version of the resource that a request changes, if it was read. */
    of: (verb: Verb, path: string, options: AnyRequestOptions): number | undefined =>
      verb === 'get' || isOfWorkingCopy(path) ? undefined : versions.get(idIn(path, options) ?? ''),
    /** Remembers the versions in the response to a request that succeeded. */
    learn(verb: Verb, path: string, options: AnyRequestOptions, data: unknown): void {
      const id = idIn(path, options);
      // The change may have given the resource a version that the response does not contain.
      if (verb !== 'get' && id !== undefined) versions.delete(id);
      if (isOfWorkingCopy(path)) return;
      const isPart = id !== undefined && !path.endsWith('}');
      for (const each of versionedIn(data)) if (!isPart || each.id === id) versions.set(each.id, each.version);
      for (const oldest of versions.keys()) if (versions.size > maxKnown) versions.delete(oldest);
    },
    /** Forgets all versions when a session ends. */
    clear: (): void => versions.clear(),
  };
}
