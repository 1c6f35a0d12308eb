/** A change that the service has reported while the page is open. */
export interface ReportedChange {
  /** The kind of the changed resource, such as `user`. Undefined if messages may have been missed. */
  readonly kind: string | undefined;
  readonly id: string | undefined;
  /** The name of the account that caused the change; undefined if the service did, or if it is not known. */
  readonly by: string | undefined;
  /** Whether the person who is logged in caused the change, in this tab or elsewhere. */
  readonly isOwn: boolean;
}

type Listener = (change: ReportedChange) => void;

const listeners = new Set<Listener>();

/** Reports a change to the parts of the page that show the resource. */
export function reportChange(change: ReportedChange): void {
  for (const listener of listeners) listener(change);
}

/** Calls a function with each change that is reported. @returns a function that ends this */
export function onReportedChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether a change may concern a resource, or, without an id, any resource of a kind. */
export const concerns =
  (kind: string, id?: string) =>
  (change: ReportedChange): boolean =>
    change.kind === undefined || (change.kind === kind && (id === undefined || change.id === id));
