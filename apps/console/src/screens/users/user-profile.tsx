import { TextField } from '../../forms/fields.tsx';
import { useEditForm } from '../../forms/edit-form.ts';
import { FormView } from '../../forms/form.tsx';
import { Timestamps, Fact, Panel } from '../../parts/elements.tsx';
import { changesOf, genderOf, orNull, ifVersion } from '../../forms/values.ts';
import { api, isAdministrator } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import type { ShownUser } from '../../resources/references.ts';

interface UserProfileProps {
  readonly user: ShownUser;
  readonly onSaved: () => void;
}

interface ProfileValues {
  readonly username: string;
  readonly email: string;
  readonly nickName: string;
  readonly phone: string;
  readonly gender: string;
}

const bodyOf = ({ nickName, phone, gender, ...names }: ProfileValues) => ({
  ...names,
  nickName: orNull(nickName),
  phone: orNull(phone),
  gender: genderOf(gender),
});

const storedOf = ({ version, updatedAt, ...user }: ShownUser) => ({
  version,
  updatedAt,
  values: {
    username: user.username,
    email: user.email ?? '',
    nickName: user.nickName ?? '',
    phone: user.phone ?? '',
    gender: String(user.gender ?? ''),
  },
});

function ProfileForm({ user, onSaved }: UserProfileProps) {
  const text = usersMessages();
  const path = { id: user.id };
  const form = useEditForm<ProfileValues>(
    {
      stored: storedOf(user),
      read: async () => storedOf(await api.get('/api/users/{id}', { params: { path } })),
      write: (values, stored, version) =>
        api.patch('/api/users/{id}', {
          params: { path, header: ifVersion(version) },
          body: changesOf(bodyOf(stored), bodyOf(values)),
        }),
      onSaved,
    },
    user.id,
  );
  return (
    <FormView form={form}>
      <div class="field-row">
        <TextField form={form} name="username" label={text.username} />
        <TextField form={form} name="email" label={text.email} kind="email" />
      </div>
      <div class="field-row">
        <TextField form={form} name="nickName" label={text.nickName} isOptional />
        <TextField form={form} name="phone" label={text.phone} isOptional />
        <TextField form={form} name="gender" label={text.gender} isOptional />
      </div>
    </FormView>
  );
}

/** The fields of a user: a form for administrators, read-only values for others. */
export function UserProfile({ user, onSaved }: UserProfileProps) {
  const text = usersMessages();
  return (
    <Panel title={text.profile}>
      {isAdministrator.value ? <ProfileForm user={user} onSaved={onSaved} /> : undefined}
      <dl class="facts">
        {isAdministrator.value ? undefined : (
          <>
            <Fact label={text.email}>{user.email ?? '–'}</Fact>
            <Fact label={text.nickName}>{user.nickName ?? '–'}</Fact>
            <Fact label={text.phone}>{user.phone ?? '–'}</Fact>
          </>
        )}
        <Timestamps createdAt={user.createdAt} updatedAt={user.updatedAt} />
      </dl>
    </Panel>
  );
}
