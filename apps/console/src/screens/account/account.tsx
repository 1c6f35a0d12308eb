import type { Schemas } from '@portcullis/client';
import { updateProfileBody } from '@portcullis/client/fields';
import { useEditForm } from '../../forms/edit-form.ts';
import { PasswordField, TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { language, texts } from '../../language/language.ts';
import { navigationScreens } from '../../navigation/screens.tsx';
import { attempt } from '../../parts/actions.tsx';
import { Button, Fact, Labels, Panel, ScreenHead } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { IdentityList, SessionList } from '../../resources/account-lists.tsx';
import { ApiKeyPanel } from '../../resources/api-keys.tsx';
import { loadDeclarations } from '../../resources/attributes.ts';
import { ActivityPanel } from '../../resources/events.tsx';
import { bodyOf, valuesOf } from '../../resources/profile-values.ts';
import { goToProvider, linkCount, api, loadProfile, logOut, profile } from '../../session/session.ts';
import { OwnFactors } from './own-factors.tsx';

function OwnProfile({ own }: { readonly own: Schemas['Profile'] }) {
  const text = texts().account;
  const form = useEditForm(
    {
      limits: updateProfileBody,
      stored: own,
      read: () => api.get('/api/auth/profile'),
      valuesOf,
      bodyOf: (values) => {
        const { username: _username, ...body } = bodyOf(values);
        return body;
      },
      write: (body, header) =>
        api.patch('/api/auth/profile', { params: { header }, body: { ...body, language: language.value } }),
      onSaved: loadProfile,
    },
    // This key changes when a new e-mail address waits for confirmation. The form is then created again, and shows the
    // current address.
    own.pendingEmail ?? own.email,
  );
  return (
    <Panel title={text.profile}>
      <FormView form={form}>
        <TextField form={form} name="username" hint={text.usernameHint} isReadOnly />
        <TextField form={form} name="email" autoComplete="email" />
        {own.pendingEmail === null ? undefined : (
          <p class="hint" role="status">
            {text.pendingEmail({ address: own.pendingEmail })}
          </p>
        )}
        <div class="field-row">
          <TextField form={form} name="nickName" autoComplete="nickname" />
          <TextField form={form} name="phone" autoComplete="tel" />
        </div>
        <TextField form={form} name="gender" />
      </FormView>
    </Panel>
  );
}

/** Shows the attributes that the person can read. Only administrators read their labels. */
function OwnAttributes({ own }: { readonly own: Schemas['Profile'] }) {
  const { yes, no } = texts().common;
  const declared = useLoad(loadDeclarations, []);
  const entries = Object.entries(own.attributes);
  if (entries.length === 0) return null;
  const textOf = (value: (typeof own.attributes)[string]): string => {
    if (typeof value === 'boolean') return value ? yes : no;
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  return (
    <Panel title={texts().account.attributes}>
      <dl class="facts">
        {entries.map(([name, value]) => (
          <Fact key={name} label={declared.data?.find((each) => each.name === name)?.label ?? name}>
            <span dir="auto">{textOf(value)}</span>
          </Fact>
        ))}
      </dl>
      <p class="hint">{texts().account.attributesHint}</p>
    </Panel>
  );
}

const initial = { currentPassword: '', newPassword: '' };

function OwnPassword() {
  const text = texts().account;
  const form = useForm({
    initial,
    fieldsOfReasons: { 'password-unacceptable': 'newPassword' },
    save: async (body) => {
      await api.put('/api/auth/password', { body });
      notify(text.passwordChanged);
      form.reset(initial);
    },
  });
  return (
    <Panel title={texts().fields.password}>
      <FormView form={form} action={text.changePassword} isMain={false}>
        <PasswordField form={form} name="currentPassword" label={text.currentPassword} />
        <PasswordField form={form} name="newPassword" label={text.newPassword} isNew hint={text.passwordHint} />
      </FormView>
    </Panel>
  );
}

/**
 * Lists the accounts at identity providers that the person can sign in with. The person can link and unlink accounts.
 */
function OwnIdentities() {
  const text = texts().identities;
  const providers = useLoad(() => api.providers(), []).data ?? [];
  const own = useLoad((signal) => api.get('/api/auth/identities', { signal }), [linkCount.value]);
  if (providers.length === 0 && (own.data ?? []).length === 0) return null;
  return (
    <Panel title={text.title}>
      <LoadBoundary of={own}>
        {(identities) => (
          <>
            {identities.length === 0 ? <p>{text.none}</p> : undefined}
            <IdentityList
              identities={identities}
              providers={providers}
              unlink={(id) => api.delete('/api/auth/identities/{id}', { params: { path: { id } } })}
              onChanged={own.reload}
            />
            <div class="form-actions">
              {providers.map(({ key, name }) => (
                <Button key={key} onClick={() => goToProvider(key, 'link')}>
                  {text.link({ name })}
                </Button>
              ))}
            </div>
          </>
        )}
      </LoadBoundary>
    </Panel>
  );
}

/** The sessions of the person who is logged in. The current session can only be ended by logging out. */
function OwnSessions() {
  const text = texts().account;
  const sessions = useLoad(
    (signal) => api.get('/api/auth/sessions', { params: { query: { pageSize: 50 } }, signal }),
    [],
  );

  const end = (id: string) =>
    attempt(() => api.delete('/api/auth/sessions/{id}', { params: { path: { id } } }), {
      done: text.ended,
      after: sessions.reload,
    });
  const endAll = () =>
    attempt(() => logOut({ everywhere: true }), {
      question: { title: text.endAllTitle, consequence: text.endAllConsequence, action: text.endAll },
    });

  return (
    <Panel
      title={text.sessions}
      actions={
        <Button kind="danger" onClick={endAll}>
          {text.endAll}
        </Button>
      }
    >
      <LoadBoundary of={sessions}>{({ items }) => <SessionList sessions={items} onEnd={end} />}</LoadBoundary>
    </Panel>
  );
}

const Codes = ({ codes }: { readonly codes: readonly string[] }) =>
  codes.length === 0 ? (
    <p class="quiet">{texts().common.none}</p>
  ) : (
    <p>
      <Labels of={codes} />
    </p>
  );

/** The account of the person who is logged in. */
export function Account() {
  const text = texts().account;
  const own = profile.value;
  if (own === undefined) return null;
  return (
    <>
      <ScreenHead title={text.title} />
      {navigationScreens().length === 0 ? <p>{text.noRights}</p> : undefined}
      <div class="panels">
        <OwnProfile own={own} />
        <Panel title={text.rights}>
          <h3>{text.roles}</h3>
          <Codes codes={own.roles} />
          <h3>{text.permissions}</h3>
          <Codes codes={own.permissions} />
        </Panel>
        <OwnAttributes own={own} />
        {own.hasPassword ? <OwnPassword /> : undefined}
        <OwnFactors />
        <OwnIdentities />
        <OwnSessions />
        <ApiKeyPanel />
        <ActivityPanel
          of={own}
          load={(query, signal) => api.get('/api/auth/activity', { params: { query }, signal })}
        />
      </div>
    </>
  );
}
