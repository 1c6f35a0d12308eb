/** Data that belongs to a resource, and the version of the resource, if the data does not contain it. */
export class OfVersion<T> {
  readonly data: T;
  readonly version: number;

  constructor(data: T, version: number) {
    this.data = data;
    this.version = version;
  }
}

/** Returns the version of data, if it has one. */
export function versionIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('version' in data)) return undefined;
  return typeof data.version === 'number' ? data.version : undefined;
}
