import type { Schemas } from '@portcullis/client';
import { attempt } from '../../parts/attempt.ts';
import { confirmFirst } from '../../parts/confirm.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { notify } from '../../parts/status.tsx';
import { go } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { rolesMessages } from './messages.ts';

interface RoleActionsProps {
  readonly role: Schemas['Role'];
  readonly onChanged: () => void;
}

/** Disables, enables and deletes a custom role. */
export function RoleActions({ role, onChanged }: RoleActionsProps) {
  const text = rolesMessages();
  const common = commonMessages();
  const { id, name, status } = role;
  const params = { path: { id } };

  /** Asks with the number of users at this time, since it may have changed while the page was open. */
  async function confirmFor(title: string, consequenceOf: (users: number) => string, action: string): Promise<boolean> {
    const { userCount } = await api.get('/api/roles/{id}/stats', { params });
    return await confirmFirst({ title, consequence: consequenceOf(userCount), action });
  }

  const setStatus = (to: 0 | 1) =>
    attempt(async () => {
      if (to === 0 && !(await confirmFor(text.disableTitle(name), text.disableConsequence, text.disable))) return;
      await api.patch('/api/roles/{id}', { params, body: { status: to } });
      notify(common.saved);
      onChanged();
    });

  const remove = () =>
    attempt(async () => {
      if (!(await confirmFor(text.deleteTitle(name), text.deleteConsequence, common.delete))) return;
      await api.delete('/api/roles/{id}', { params });
      notify(text.deletedNotice(name));
      go('/roles', { replace: true });
    });

  return (
    <>
      <button type="button" onClick={() => void setStatus(status === 1 ? 0 : 1)}>
        {status === 1 ? text.disable : text.enable}
      </button>
      <button type="button" class="button-danger" onClick={() => void remove()}>
        {common.delete}
      </button>
    </>
  );
}
