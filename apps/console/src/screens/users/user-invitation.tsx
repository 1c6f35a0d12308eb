import { language } from '../../language/language.ts';
import { attempt } from '../../parts/attempt.ts';
import { notify } from '../../parts/notices.tsx';
import { Time } from '../../parts/time.tsx';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import type { ShownUser } from '../../resources/shown-user.ts';
import { Button } from '../../parts/button.tsx';
import { Fact } from '../../parts/fact.tsx';
import { Panel } from '../../parts/panel.tsx';

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
