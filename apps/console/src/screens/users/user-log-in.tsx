import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { NewPasswordField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { language, texts } from '../../language/language.ts';
import type { Language } from '../../language/languages.ts';
import { attempt, CopyField } from '../../parts/actions.tsx';
import { Button, Fact, Panel, Time } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad, concerns } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { FactorList, IdentityList, SessionList } from '../../resources/account-lists.tsx';
import { useMailServer } from '../../resources/mail-server.ts';
import type { ShownUser } from '../../resources/references.ts';
import { api, can, ifAllowed } from '../../session/session.ts';

interface UserLinkProps {
  readonly user: ShownUser;
  /** The fragment of the link, without the token. */
  readonly purpose: 'invitation' | 'reset';
  /** The label of the button, and the message after the mail was sent. */
  readonly label: string;
  readonly sent: string;
  readonly hasMailServer: boolean;
  readonly request: (options: {
    readonly params: { readonly path: { readonly id: string } };
    readonly body: { readonly language: Language };
  }) => Promise<Schemas['RequestedUserLink']>;
  readonly onSent?: () => void;
}

/**
 * A button that sends a link to a user. Without a mail server, the link is shown once, so that the person can hand it on.
 */
function UserLink({ user, purpose, label, sent, hasMailServer, request, onSent }: UserLinkProps) {
  const text = texts().users;
  const [token, setToken] = useState<string | undefined>(undefined);
  const send = () =>
    attempt(async () => {
      const created = await request({ params: { path: { id: user.id } }, body: { language: language.value } });
      setToken(created.token ?? undefined);
      if (created.token === null) notify(sent);
      onSent?.();
    });
  return (
    <>
      <div class="form-actions">
        <Button onClick={send}>{hasMailServer ? label : text.makeLink}</Button>
      </div>
      {token === undefined ? undefined : (
        <CopyField
          label={text.linkFor({ name: user.username })}
          value={`${window.location.origin}/admin/#${purpose}=${token}`}
        />
      )}
    </>
  );
}

interface UserInvitationProps {
  readonly user: ShownUser;
  readonly hasMailServer: boolean;
  readonly onSent: () => void;
}

/** Shows until when the invitation of a user is valid, and a button that sends the invitation again. */
function UserInvitation({ user, hasMailServer, onSent }: UserInvitationProps) {
  const text = texts().users;
  return (
    <Panel title={text.invitation}>
      <p class="hint">{text.invitationHint}</p>
      {hasMailServer ? undefined : <p class="hint">{text.byLinkHint}</p>}
      <dl class="facts">
        <Fact label={text.invitedUntil}>
          <Time value={user.invitedUntil} />
        </Fact>
      </dl>
      <UserLink
        user={user}
        purpose="invitation"
        label={text.sendInvitation}
        sent={text.invitationSent}
        hasMailServer={hasMailServer}
        request={(options) => api.post('/api/users/{id}/invitation', options)}
        onSent={onSent}
      />
    </Panel>
  );
}

/** The form that sets a new password, and the button that sends a link for a new one, if the person may use them. */
function UserPassword({ user, hasMailServer }: Omit<UserInvitationProps, 'onSent'>) {
  const text = texts().users;
  const form = useForm({
    initial: { password: '' },
    save: async ({ password }) => {
      await api.put('/api/users/{id}/password', { params: { path: { id: user.id } }, body: { password } });
      notify(text.passwordSet);
      form.reset({ password: '' });
    },
  });
  const [maySet, maySend] = [can('setUserPassword'), can('sendPasswordReset')];
  if (!maySet && !maySend) return null;
  return (
    <Panel title={text.setPassword}>
      {maySet ? (
        <FormView form={form} action={text.setPassword} isMain={false}>
          <NewPasswordField form={form} label={text.newPassword} hint={text.passwordHint} />
        </FormView>
      ) : undefined}
      {maySend ? (
        <>
          <p class="hint">{hasMailServer ? text.resetHint : text.byLinkHint}</p>
          <UserLink
            user={user}
            purpose="reset"
            label={text.sendReset}
            sent={text.resetSent}
            hasMailServer={hasMailServer}
            request={(options) => api.post('/api/users/{id}/password-reset', options)}
          />
        </>
      ) : undefined}
    </Panel>
  );
}

/** Lists the second factors of a user, and removes them if the user has lost them. */
function UserFactors({ user: { id, username } }: { readonly user: ShownUser }) {
  const text = texts().users;
  const path = { id };
  const found = useLoad(
    (signal) => api.get('/api/users/{id}/factors', { params: { path }, signal }),
    [id],
    concerns('user', id),
  );
  const reset = () =>
    attempt(() => api.delete('/api/users/{id}/factors', { params: { path } }), {
      after: found.reload,
      question: {
        title: text.resetFactorsTitle({ name: username }),
        consequence: text.resetFactorsConsequence,
        action: text.resetFactors,
      },
      done: text.factorsReset,
    });
  return (
    <Panel title={text.factors}>
      <LoadBoundary of={found}>
        {(factors) => (
          <>
            <FactorList found={factors} none={text.noFactors} />
            {factors.factors.length > 0 && can('resetFactors') ? (
              <>
                <p class="hint">{text.factorsHint}</p>
                <Button kind="danger" onClick={reset}>
                  {text.resetFactors}
                </Button>
              </>
            ) : undefined}
          </>
        )}
      </LoadBoundary>
    </Panel>
  );
}

/** Lists the accounts at identity providers that a user can sign in with. The panel is hidden if the list is empty. */
function UserIdentities({ user: { id } }: { readonly user: ShownUser }) {
  const text = texts().identities;
  const providers = useLoad(() => api.providers(), []).data ?? [];
  const path = { id };
  const found = useLoad((signal) => api.get('/api/users/{id}/identities', { params: { path }, signal }), [id]);
  if (found.data === undefined || found.data.length === 0) return null;
  const unlink = (identityId: string) =>
    api.delete('/api/users/{id}/identities/{identityId}', { params: { path: { id, identityId } } });
  return (
    <Panel title={text.title}>
      <IdentityList
        identities={found.data}
        providers={providers}
        unlink={ifAllowed('unlinkUserIdentity', unlink)}
        onChanged={found.reload}
      />
    </Panel>
  );
}

/** Lists the open sessions of a user. Each session has a button that ends it, except the person's current session. */
function UserSessions({ user }: { readonly user: ShownUser }) {
  const text = texts().users;
  const { id, username } = user;
  const sessions = useLoad(
    (signal) => api.get('/api/users/{id}/sessions', { params: { path: { id }, query: { pageSize: 50 } }, signal }),
    [id],
  );

  const result = { done: text.sessionsEnded, after: sessions.reload };
  const end = (sessionId: string) =>
    attempt(() => api.delete('/api/users/{id}/sessions/{sessionId}', { params: { path: { id, sessionId } } }), result);
  const endAll = () =>
    attempt(() => api.delete('/api/users/{id}/sessions', { params: { path: { id } } }), {
      ...result,
      question: {
        title: text.endAllTitle({ name: username }),
        consequence: text.endAllConsequence({ name: username }),
        action: text.endAll,
      },
    });

  return (
    <Panel
      title={text.sessions}
      actions={
        (sessions.data?.total ?? 0) > 0 && can('endUserSessions') ? (
          <Button kind="danger" onClick={endAll}>
            {text.endAll}
          </Button>
        ) : undefined
      }
    >
      <LoadBoundary of={sessions}>
        {({ items }) => <SessionList sessions={items} onEnd={ifAllowed('endUserSession', end)} />}
      </LoadBoundary>
    </Panel>
  );
}

/** The panels about how a person logs in: invitation, password, second factors, identity providers and sessions. */
export function UserLogIn({ user, onChanged }: { readonly user: ShownUser; readonly onChanged: () => void }) {
  const hasMailServer = useMailServer();
  return (
    <>
      {user.invitedUntil !== null && can('sendInvitation') ? (
        <UserInvitation user={user} hasMailServer={hasMailServer} onSent={onChanged} />
      ) : undefined}
      <UserPassword user={user} hasMailServer={hasMailServer} />
      {can('listUserFactors') ? <UserFactors user={user} /> : undefined}
      {can('listUserIdentities') ? <UserIdentities user={user} /> : undefined}
      {can('listUserSessions') ? <UserSessions user={user} /> : undefined}
    </>
  );
}
