import type { Schemas } from '@portcullis/client';
import { orNull } from '../../forms/values.ts';

export interface PermissionValues {
  readonly code: string;
  readonly name: string;
  readonly resource: string;
  readonly action: string;
  readonly description: string;
}

export const newPermission: PermissionValues = { code: '', name: '', resource: '', action: '', description: '' };

export const valuesOf = ({ code, name, resource, action, description }: Schemas['Permission']): PermissionValues => ({
  code,
  name,
  resource,
  action,
  description: description ?? '',
});

export const bodyOf = ({ description, ...names }: PermissionValues) => ({
  ...names,
  description: orNull(description),
});

/** @returns the changed values. The code is derived from the resource and the action until the person changes it. */
export function withCode(values: PermissionValues, changes: Partial<PermissionValues>): PermissionValues {
  const joined = ({ resource, action }: PermissionValues): string =>
    resource === '' && action === '' ? '' : `${resource}.${action}`;
  const next = { ...values, ...changes };
  const isFollowing = changes.code === undefined && values.code === joined(values);
  return isFollowing ? { ...next, code: joined(next) } : next;
}
