/** Data without a `version` field, together with the version number of the resource to which the data belongs. */
export class WithVersion<T> {
  readonly data: T;
  readonly version: number;

  constructor(data: T, version: number) {
    this.data = data;
    this.version = version;
  }
}

/** Returns the `version` field of the data, or undefined if there is none. */
export function versionIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('version' in data)) return undefined;
  return typeof data.version === 'number' ? data.version : undefined;
}
