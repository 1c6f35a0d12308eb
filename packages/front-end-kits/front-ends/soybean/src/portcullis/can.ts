import type { OperationId } from '@portcullis/client';
import { useAuthStore } from '@/store/modules/auth';

/**
 * Returns whether the user may call an operation of the service, such as `can('updateUser')`. In a template, in `computed`
 * and in the columns of a table, the result follows changes at once.
 */
export function can(operation: OperationId): boolean {
  return useAuthStore().userInfo.buttons.includes(operation);
}
