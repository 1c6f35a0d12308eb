import type { RequestedGrant } from '@portcullis/application/internal/roles/set-permission-grants';
import type { PermissionId } from '@portcullis/domain/internal/shared/ids';
import { Describe } from '../../validation/descriptions.ts';
import { all, Nullable, OfForm, Uuid } from '../../validation/fields.ts';
import { isObject } from '../../validation/validate.ts';
import { DocumentedAs } from '../../validation/service-fields.ts';
import { conditionSchema } from '../schemas/conditions.ts';

/** Accepts a JSON object. The use case checks the condition, because what it can compare depends on the permission. */
const IsCondition = (): PropertyDecorator =>
  all(OfForm(conditionSchema, isObject, 'be a JSON object'), DocumentedAs(conditionSchema));

/** A permission of a role in a request, with its condition. */
export class PermissionGrantItem {
  @Uuid() @Describe('The id of the permission.') permissionId!: PermissionId;

  @Nullable()
  @IsCondition()
  @Describe('The role gives the permission only for resources for which this is true. Null or missing: for all.')
  condition?: object | null;
}

/** Returns the permission that a request names, as the use case takes it. */
export const requestedGrant = ({ permissionId, condition = null }: PermissionGrantItem): RequestedGrant => ({
  permissionId,
  condition,
});
