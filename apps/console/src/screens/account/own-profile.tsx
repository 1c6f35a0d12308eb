import type { Schemas } from '@portcullis/client';
import { language } from '../../language/messages.ts';
import { TextField } from '../../forms/fields.tsx';
import { useEditForm } from '../../forms/edit-form.ts';
import { FormView } from '../../forms/form.tsx';
import { changesOf, genderOf, orNull, ifVersion } from '../../forms/values.ts';
import { api, loadProfile } from '../../session/session.ts';
import { accountMessages } from './messages.ts';
import { Panel } from '../../parts/elements.tsx';

interface OwnValues {
  readonly username: string;
  readonly email: string;
  readonly nickName: string;
  readonly phone: string;
  readonly gender: string;
}

const bodyOf = ({ email, nickName, phone, gender }: OwnValues) => ({
  email,
  nickName: orNull(nickName),
  phone: orNull(phone),
  gender: genderOf(gender),
});

const storedOf = ({ version, updatedAt, ...own }: Schemas['Profile']) => ({
  version,
  updatedAt,
  values: {
    username: own.username,
    email: own.email,
    nickName: own.nickName ?? '',
    phone: own.phone ?? '',
    gender: String(own.gender ?? ''),
  },
});

export function OwnProfile({ own }: { readonly own: Schemas['Profile'] }) {
  const text = accountMessages();
  const form = useEditForm<OwnValues>(
    {
      stored: storedOf(own),
      read: async () => storedOf(await api.get('/api/auth/profile')),
      write: (values, stored, version) =>
        api.patch('/api/auth/profile', {
          params: { header: ifVersion(version) },
          body: { ...changesOf(bodyOf(stored), bodyOf(values)), language: language.value },
        }),
      onSaved: loadProfile,
    },
    // This key changes when a new e-mail address waits for confirmation. The form is then created again, and shows the
    // current address.
    own.pendingEmail ?? own.email,
  );
  return (
    <Panel title={text.profile}>
      <FormView form={form}>
        <TextField form={form} name="username" label={text.username} hint={text.usernameHint} isReadOnly />
        <TextField form={form} name="email" label={text.email} kind="email" autoComplete="email" />
        {own.pendingEmail === null ? undefined : (
          <p class="hint" role="status">
            {text.pendingEmail(own.pendingEmail)}
          </p>
        )}
        <div class="field-row">
          <TextField form={form} name="nickName" label={text.nickName} autoComplete="nickname" isOptional />
          <TextField form={form} name="phone" label={text.phone} autoComplete="tel" isOptional />
        </div>
        <TextField form={form} name="gender" label={text.gender} isOptional />
      </FormView>
    </Panel>
  );
}
