import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useEditForm } from '../../forms/edit-form.ts';
import { useFieldText } from '../../forms/fields.tsx';
import { FormView } from '../../forms/form.tsx';
import { ifVersion } from '../../forms/values.ts';
import { api, hasRole, loadProfile } from '../../session/session.ts';
import { ChangeSummary, type RoleWithUserCount } from './change-summary.tsx';

interface GrantsFormProps extends RoleWithUserCount {
  /** The name under which unsaved changes are stored. */
  readonly name: string;
  readonly label: string;
  /** The ids of the granted permissions or menus when the form was loaded. */
  readonly grantedIds: readonly string[];
  /** Loads the granted ids again. */
  readonly read: () => Promise<readonly string[]>;
  /** Replaces the granted ids. The service rejects the request if `header` does not match the role's version number. */
  readonly write: (ids: string[], header: ReturnType<typeof ifVersion>) => Promise<unknown>;
  readonly nameOf: (id: string) => string;
  readonly children: (chosen: ReadonlySet<string>, choose: (ids: ReadonlySet<string>) => void) => ComponentChildren;
}

/** Sorts the ids, so that two lists of the same ids are equal. */
const sorted = (ids: Iterable<string>): readonly string[] => [...ids].toSorted();

/** The form for the permissions or menus of a role, with a summary of the unsaved changes. */
export function GrantsForm(props: GrantsFormProps) {
  const { role, userCount, name, label, grantedIds, nameOf, children } = props;
  const latest = useRef(props);
  latest.current = props;
  const form = useEditForm<{ readonly ids: readonly string[] }>(
    {
      stored: { version: role.version, updatedAt: role.updatedAt, values: { ids: sorted(grantedIds) } },
      draft: `role-${name}-${role.id}`,
      read: async () => {
        // The version number is read before the ids. If the role changes between the two requests, saving causes a
        // conflict and does not overwrite the change.
        const { version, updatedAt } = await api.get('/api/roles/{id}', { params: { path: { id: role.id } } });
        return { version, updatedAt, values: { ids: sorted(await latest.current.read()) } };
      },
      write: async ({ ids }, _stored, version) => {
        await latest.current.write([...ids], ifVersion(version));
        return undefined;
      },
      // The navigation depends on the person's own roles, so the profile is loaded again if the person has this role.
      onSaved: async () => {
        if (hasRole(role.code)) await loadProfile();
      },
    },
    role.id,
  );
  useFieldText(form, 'ids', label, (ids) => (Array.isArray(ids) ? ids : []).map(nameOf).toSorted().join('\n'));
  const { ids } = form.values.value;
  return (
    <FormView form={form}>
      {children(new Set(ids), (chosen) => form.set({ ids: sorted(chosen) }))}
      <ChangeSummary role={role} userCount={userCount} before={form.stored.value.ids} after={ids} nameOf={nameOf} />
    </FormView>
  );
}
