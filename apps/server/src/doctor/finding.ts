import type { InstallationFinding } from '@portcullis/adapters-http/internal/routes/schemas/overview';

type Fault = Pick<InstallationFinding, 'status' | 'message'>;

export const failed = (message: string): Fault => ({ status: 'failed', message });
export const warning = (message: string): Fault => ({ status: 'warning', message });
export const skipped = (message: string): Fault => ({ status: 'skipped', message });

/** Returns one line about what the tables of modules lack, and what to do about it. */
export function messageOfTables(faults: readonly string[]): string {
  const [first = '', ...rest] = [...faults.slice(0, 3), ...(faults.length > 3 ? [`${faults.length - 3} more`] : [])];
  const text = `${first.charAt(0).toUpperCase()}${[first.slice(1), ...rest].join('; ')}`;
  return `${text}: write the migration with portcullis migrate --plan --write FOLDER --modules FILE.`;
}

/** Returns the faults of a part, or, if it has none, one finding that says what was found instead. */
export function findingsOf(
  part: string,
  healthy: string,
  faults: readonly (Fault | undefined | false)[],
): readonly InstallationFinding[] {
  const found = faults.filter((fault) => fault !== undefined && fault !== false).map((fault) => ({ part, ...fault }));
  return found.length > 0 ? found : [{ part, status: 'ok', message: healthy }];
}
