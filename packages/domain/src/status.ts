/** State of a user, role or permission: 1 enabled, 0 disabled. */
export type Status = 0 | 1;
export const disabled: Status = 0;
export const enabled: Status = 1;
export const statuses: readonly Status[] = [disabled, enabled];
