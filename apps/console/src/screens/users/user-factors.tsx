import { attempt, confirmFirst, notify } from '../../parts/actions.tsx';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import type { ShownUser } from '../../resources/references.ts';
import { Button, Panel } from '../../parts/elements.tsx';

/** The panel that removes the second factors of a user who has lost them. */
export function UserFactors({ user: { id, username } }: { readonly user: ShownUser }) {
  const text = usersMessages();
  async function reset(): Promise<void> {
    const isConfirmed = await confirmFirst({
      title: text.resetFactorsTitle(username),
      consequence: text.resetFactorsConsequence,
      action: text.resetFactors,
    });
    if (!isConfirmed) return;
    const isDone = await attempt(() => api.delete('/api/users/{id}/factors', { params: { path: { id } } }));
    if (isDone) notify(text.factorsReset);
  }
  return (
    <Panel title={text.factors}>
      <p class="hint">{text.factorsHint}</p>
      <Button kind="danger" onClick={reset}>
        {text.resetFactors}
      </Button>
    </Panel>
  );
}
