import type { operations } from './openapi.ts';

/** The `operationId` of an operation in the API document, such as `updateUser`. */
export type OperationId<Ids extends object = operations> = keyof Ids & string;

/** The operations that the user may call, as the service last reported them. */
export interface KnownOperations {
  readonly can: (operation: string) => boolean;
  readonly load: () => Promise<void>;
  /**
   * Loads the operations again, unless they have never been loaded. If this fails, the known operations remain. Calls
   * during a reload cause one more reload.
   */
  readonly reload: () => void;
  /** Forgets the operations. After this, `reload` does nothing until the next `load`. */
  readonly clear: () => void;
  /** Adds a listener, and returns the function that removes it. */
  readonly onChange: (listener: () => void) => () => void;
}

/** @param read reads the operations from the service (GET /api/auth/operations) */
export function createOperations(read: () => Promise<readonly { readonly id: string }[]>): KnownOperations {
  const listeners = new Set<() => void>();
  let known: ReadonlySet<string> = new Set();
  let isLoaded = false;
  let lastRequest = 0;
  /** The request whose response is `known`. A response to an earlier request arrives too late and is ignored. */
  let usedRequest = 0;
  let isReloading = false;
  let mustRepeat = false;

  function replace(ids: ReadonlySet<string>): void {
    const isSame = ids.size === known.size && [...ids].every((id) => known.has(id));
    known = ids;
    if (!isSame) for (const listener of listeners) listener();
  }

  async function load(): Promise<void> {
    isLoaded = true;
    lastRequest += 1;
    const request = lastRequest;
    const list = await read();
    if (request < usedRequest) return;
    usedRequest = request;
    replace(new Set(list.map(({ id }) => id)));
  }

  async function reload(): Promise<void> {
    mustRepeat = isReloading;
    if (isReloading || !isLoaded) return;
    isReloading = true;
    await load().catch(() => undefined);
    isReloading = false;
    if (mustRepeat) await reload();
  }

  return {
    can: (operation) => known.has(operation),
    load,
    reload: () => void reload(),
    clear: () => {
      isLoaded = false;
      lastRequest += 1;
      usedRequest = lastRequest;
      replace(new Set());
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
