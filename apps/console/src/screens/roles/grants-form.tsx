import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { InvalidInput } from '../../parts/form-errors.ts';
import { FormView, useForm } from '../../parts/form.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { notify } from '../../parts/status.tsx';
import { hasRole, loadProfile } from '../../session/session.ts';
import { ChangeSummary, type Grants } from './change-summary.tsx';
import { rolesMessages } from './messages.ts';

interface GrantsFormProps extends Grants {
  /** The name of the draft of unsaved changes. */
  readonly name: string;
  /** The ids that were granted when the form was loaded. */
  readonly grantedIds: readonly string[];
  /** Reads the granted ids anew. */
  readonly read: () => Promise<readonly string[]>;
  /** Replaces the granted ids. */
  readonly write: (ids: string[]) => Promise<unknown>;
  readonly nameOf: (id: string) => string;
  readonly children: (chosen: ReadonlySet<string>, choose: (ids: ReadonlySet<string>) => void) => ComponentChildren;
}

/** Always in the same order, so that lists of the same ids are equal. */
const sorted = (ids: Iterable<string>): readonly string[] => [...ids].toSorted();

/** What a role grants, with a summary of what saving would change. */
export function GrantsForm(props: GrantsFormProps) {
  const { role, userCount, name, grantedIds, nameOf, children } = props;
  // Saving replaces everything, also what somebody else has granted since it was shown.
  const stored = useSignal(sorted(grantedIds));
  const latest = useRef(props);
  latest.current = props;
  const form = useForm<{ readonly ids: readonly string[] }>(
    {
      initial: { ids: stored.value },
      draft: `role-${name}-${role.id}`,
      save: async ({ ids }) => {
        const current = sorted(await latest.current.read());
        if (current.join() !== stored.value.join()) {
          stored.value = current;
          throw new InvalidInput('ids', rolesMessages().changedMeanwhile);
        }
        await latest.current.write([...ids]);
        stored.value = ids;
        // The navigation offers what the person's own roles allow.
        if (hasRole(role.code)) await loadProfile();
        notify(commonMessages().saved);
      },
    },
    role.id,
  );
  const { ids } = form.values.value;
  return (
    <FormView form={form}>
      {children(new Set(ids), (chosen) => form.set({ ids: sorted(chosen) }))}
      <ChangeSummary role={role} userCount={userCount} before={stored.value} after={ids} nameOf={nameOf} />
    </FormView>
  );
}
