/** State of a user, role or permission: 1 enabled, 0 disabled. */
export type Status = 0 | 1;
/** The status of what has no effect. */
export const disabled: Status = 0;
/** The status of what is in use. */
export const enabled: Status = 1;
/** All statuses. */
export const statuses: readonly Status[] = [disabled, enabled];
