import type { Condition } from '@portcullis/domain';
import type { Api } from '../support/api.ts';
import { aRole, expectSuccess } from '../support/builders.ts';
import { aUserWithRoles, type Service } from '../support/service.ts';

interface Coded {
  readonly id: string;
  readonly code: string;
}

const all = async ({ admin }: Service, path: string): Promise<readonly Coded[]> =>
  (await expectSuccess(admin.get<{ items: readonly Coded[] }>(`${path}?pageSize=100`))).items;

/** Creates a user with a role that has these permissions, some of them under conditions, and with further roles. */
export async function aHolder(
  service: Service,
  conditions: Readonly<Record<string, Condition | null>>,
  ...further: readonly string[]
): Promise<Api> {
  const permissions = await all(service, '/permissions');
  const grants = Object.entries(conditions).map(([code, condition]) => ({
    permissionId: permissions.find((each) => each.code === code)?.id,
    condition,
  }));
  const role = await aRole(service.admin);
  await expectSuccess(service.admin.put(`/roles/${role.id}/permission-grants`, { grants }));
  const others = (await all(service, '/roles')).filter(({ code }) => further.includes(code));
  return (await aUserWithRoles(service, role, ...others)).api;
}
