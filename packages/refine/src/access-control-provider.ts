import type { Client, OperationId } from '@portcullis/client';
import type { IAccessControlContext } from '@refinedev/core';
import { operationFor } from './resource-names.ts';

/** The access control provider of refine, whose `can` always exists. */
export type AccessControl = Required<Pick<IAccessControlContext, 'can'>>;

/** The ids of the operations of resources, for actions whose names differ from those of the service. */
export type OperationNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Whether a name can be an operation id. The type of the client contains only the operations of the service itself. */
const isOperation = (name: string): name is OperationId => name !== '';

/**
 * The access control provider of refine. A user may see or do what the service allows with the current roles and
 * permissions: `edit` of `acme.projects` asks for the operation `updateAcmeProject`. Another action is the id of an
 * operation, such as `publishContent`. The service decides again at each call.
 * @param names the operations of resources with other names, such as `{ 'audit-logs': { list: 'listAuditRecords' } }`
 * @example
 * const portcullis = createClient();
 * const { can } = accessControlProvider(portcullis);
 * const edit = await can({ resource: 'acme.projects', action: 'edit' });
 */
export function accessControlProvider(
  client: Pick<Client, 'can' | 'loadOperations'>,
  names: OperationNames = {},
): AccessControl {
  let loading: Promise<void> | undefined;
  /** Loads the operations once. A failed attempt is repeated with the next question. */
  const load = (): Promise<void> => {
    loading ??= client.loadOperations().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    can: async ({ resource = '', action }) => {
      await load();
      const operation = names[resource]?.[action] ?? operationFor(resource, action);
      const isAllowed = isOperation(operation) && client.can(operation);
      return isAllowed ? { can: true } : { can: false, reason: `The operation ${operation} is not allowed.` };
    },
  };
}
