import { language } from '../../language/language.ts';
import { attempt } from '../../parts/attempt.ts';
import { notify } from '../../parts/notices.tsx';
import { Time } from '../../parts/time.tsx';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import type { ShownUser } from '../../resources/shown-user.ts';

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
    <section class="panel">
      <h2>{text.invitation}</h2>
      <p class="hint">{text.invitationHint}</p>
      <dl class="facts">
        <dt>{text.invitedUntil}</dt>
        <dd>
          <Time value={user.invitedUntil} />
        </dd>
      </dl>
      <button type="button" onClick={() => void send()}>
        {text.sendInvitation}
      </button>
    </section>
  );
}
