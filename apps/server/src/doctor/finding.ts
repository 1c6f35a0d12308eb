/** `skipped`: it could not be checked, and the message says why. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped';

/** What the doctor says about one part of an installation. */
export interface Finding {
  /** The part, such as `database`. A part without fault has one finding; otherwise, each fault has one. */
  readonly part: string;
  readonly status: Status;
  /** What was found, and what to do about it, in one line. */
  readonly message: string;
}

type Fault = Pick<Finding, 'status' | 'message'>;

export const failed = (message: string): Fault => ({ status: 'failed', message });
export const warning = (message: string): Fault => ({ status: 'warning', message });
export const skipped = (message: string): Fault => ({ status: 'skipped', message });

/** Returns the faults of a part, or, if it has none, one finding that says what was found instead. */
export function findingsOf(
  part: string,
  healthy: string,
  faults: readonly (Fault | undefined | false)[],
): readonly Finding[] {
  const found = faults.filter((fault) => fault !== undefined && fault !== false).map((fault) => ({ part, ...fault }));
  return found.length > 0 ? found : [{ part, status: 'ok', message: healthy }];
}
