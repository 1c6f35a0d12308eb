import { language } from '../../language/messages.ts';
import { attempt, notify } from '../../parts/actions.tsx';
import { Time, Button, Fact, Panel } from '../../parts/elements.tsx';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import type { ShownUser } from '../../resources/references.ts';

interface UserInvitationProps {
  readonly user: ShownUser;
  readonly onSent: () => void;
}

/** Shows until when the invitation of a user is valid, and a button that sends the invitation again. */
export function UserInvitation({ user, onSent }: UserInvitationProps) {
  const text = usersMessages();
  const send = async (): Promise<void> => {
    const params = { path: { id: user.id } };
    const isSent = await attempt(() =>
      api.post('/api/users/{id}/invitation', { params, body: { language: language.value } }),
    );
    if (isSent) notify(text.invitationSent);
    onSent();
  };
  return (
    <Panel title={text.invitation}>
      <p class="hint">{text.invitationHint}</p>
      <dl class="facts">
        <Fact label={text.invitedUntil}>
          <Time value={user.invitedUntil} />
        </Fact>
      </dl>
      <Button onClick={send}>{text.sendInvitation}</Button>
    </Panel>
  );
}
