/** Data that belongs to a resource but does not contain its version, and the version of the resource. */
export class OfVersion<T> {
  readonly data: T;
  readonly version: number;

  constructor(data: T, version: number) {
    this.data = data;
    this.version = version;
  }
}

/** Returns the version in the data; undefined if there is none. */
export function versionIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('version' in data)) return undefined;
  return typeof data.version === 'number' ? data.version : undefined;
}
