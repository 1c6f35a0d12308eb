import type { Schemas } from '@portcullis/client';
import { createUserBody } from '@portcullis/client/fields';
import { CheckboxField, CheckboxGroup, NewPasswordField, SelectField, TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { language, texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attemptEach, CreateButton, succeededOf } from '../../parts/actions.tsx';
import { Button, choicesOf as choicesIn, isKeyOf, Labels, ScreenHead, StatusTag, Time } from '../../parts/elements.tsx';
import type { FilterField } from '../../parts/filter-bar.tsx';
import { ListView, statusFilter, statusIn, useList } from '../../parts/list.tsx';
import { useLoad } from '../../parts/load.tsx';
import { notify, notifyWithUndo, confirmFirst } from '../../parts/notices.tsx';
import { fieldColumn, linkColumn, sortedColumn, timeColumn, type Column } from '../../parts/table.tsx';
import {
  attributeField,
  attributeValues,
  byAttribute,
  isAttributeField,
  loadDeclarations,
  type AttributeFieldName,
  type AttributeTexts,
  type Declaration,
} from '../../resources/attributes.ts';
import { useMailServer } from '../../resources/mail-server.ts';
import { roleChoices, roleLabel, useRoles } from '../../resources/roles.ts';
import { currentLocation, go, setQuery } from '../../routing/location.ts';
import { api, can, ifAllowed, profile } from '../../session/session.ts';
import { AttributeField, choicesOf } from './user-attributes.tsx';

type User = Schemas['User'];

/** The fields by which the list of users can be sorted. */
const userSorts = ['username', 'email', 'createdAt'] as const;

/** Whether the person may see how others log in. The service allows this to administrators. */
const seesLogIns = (): boolean => can('listUserFactors');

const logInColumns = (): readonly Column<User, never>[] => {
  const text = texts().users;
  return [
    {
      name: 'lastLoginAt',
      label: text.lastLogin,
      isMinor: true,
      cell: ({ kind, lastLoginAt = null }) =>
        kind === 'SERVICE' ? (
          '–'
        ) : lastLoginAt === null ? (
          <span class="quiet">{text.never}</span>
        ) : (
          <Time value={lastLoginAt} />
        ),
    },
    {
      name: 'hasFactor',
      label: text.secondFactor,
      isMinor: true,
      cell: ({ kind, hasFactor }) =>
        kind === 'SERVICE' ? (
          '–'
        ) : hasFactor === true ? (
          <span class="tag tag-good">{texts().common.yes}</span>
        ) : (
          <span class="quiet">{texts().common.no}</span>
        ),
    },
  ];
};

/** Returns the query parameters for a value of the filter `lastLogin`, such as `not-30`. The days are counted from now. */
function lastLoginIn(value: string | undefined): { readonly lastLoginFrom?: string; readonly lastLoginTo?: string } {
  if (!isKeyOf(texts().users.lastLogins, value)) return {};
  const [kind, days] = value.split('-');
  const time = new Date(Date.now() - Number(days) * 86_400_000).toISOString();
  return kind === 'in' ? { lastLoginFrom: time } : { lastLoginTo: time };
}

/** Returns the labels of a filter by a flag. */
function flags() {
  const { yes, no } = texts().common;
  return { yes, no };
}

const userColumns = (): readonly Column<User, (typeof userSorts)[number]>[] => {
  const text = texts().users;
  const common = texts().common;
  return [
    linkColumn('username', '/users', ({ username }) => username),
    fieldColumn('nickName', { isMinor: true }),
    sortedColumn('email', { isMinor: true }),
    {
      name: 'roles',
      label: text.roles,
      cell: ({ roles }) =>
        roles.length === 0 ? <span class="quiet">{text.noRoles}</span> : <Labels of={roles.map(roleLabel)} />,
    },
    {
      name: 'status',
      label: common.status,
      cell: (user) => (
        <>
          <StatusTag isEnabled={user.status === 1} />
          {user.kind === 'SERVICE' ? <span class="tag">{text.kinds.SERVICE}</span> : undefined}
          {user.invitedUntil === null ? undefined : <span class="tag">{text.invited}</span>}
        </>
      ),
    },
    ...(seesLogIns() ? logInColumns() : []),
    timeColumn('createdAt', common.created, { isMinor: true }),
  ];
};

interface CreateUserProps extends Pick<ReturnType<typeof useRoles>, 'roles' | 'others'> {
  readonly declarations: readonly Declaration[];
  readonly onCancel: () => void;
}

const initial = {
  kind: 'PERSON',
  username: '',
  email: '',
  nickName: '',
  password: '',
  invite: false,
  roleIds: [] as readonly string[],
};

function CreateUser({ roles, others, declarations, onCancel }: CreateUserProps) {
  const text = texts().users;
  const form = useForm<typeof initial & AttributeTexts>({
    limits: createUserBody,
    initial,
    save: async (values) => {
      const { kind, username: name, email, nickName, roleIds, invite, password } = values;
      const given = Object.entries(attributeValues(declarations, values)).filter(([, value]) => value !== null);
      const logIn = invite ? { invite, language: language.value } : { password };
      const { id, username } = await api.post('/api/users', {
        body: {
          username: name,
          email,
          ...(given.length > 0 && { attributes: byAttribute(Object.fromEntries(given)) }),
          ...(kind === 'SERVICE' ? { kind } : logIn),
          nickName: nickName === '' ? null : nickName,
          roleIds: [...roleIds],
        },
      });
      notify(text.createdNotice({ name: username }));
      go(`/users/${id}`);
    },
  });
  const { kind, invite } = form.values.value;
  const hasMailServer = useMailServer();
  return (
    <FormView form={form} action={text.create} onCancel={onCancel}>
      <SelectField form={form} name="kind" label={text.kind} choices={choicesIn(text.kinds)} />
      {kind === 'SERVICE' ? <p class="hint">{text.serviceHint}</p> : undefined}
      <TextField form={form} name="username" autoFocus />
      <TextField form={form} name="email" />
      <TextField form={form} name="nickName" />
      {kind === 'SERVICE' ? undefined : (
        <CheckboxField
          form={form}
          name="invite"
          label={hasMailServer ? text.invite : text.inviteByLink}
          hint={hasMailServer ? text.inviteHint : text.inviteByLinkHint}
        />
      )}
      {kind === 'SERVICE' || invite ? undefined : (
        <NewPasswordField form={form} label={texts().fields.password} hint={text.createHint} />
      )}
      <CheckboxGroup form={form} name="roleIds" label={text.roles} choices={roleChoices(roles)} others={others} />
      {declarations.map((declaration) => (
        <AttributeField key={declaration.name} form={form} declaration={declaration} />
      ))}
    </FormView>
  );
}

/**
 * Returns the label of a row's checkbox. The person's own account has no checkbox, so that nobody disables it by
 * selecting all rows of a page.
 */
const selectableName = ({ id, username }: Schemas['User']): string | undefined =>
  id === profile.value?.id ? undefined : username;

const setStatus = (id: string, status: 0 | 1) =>
  api.patch('/api/users/{id}', { params: { path: { id } }, body: { status } });

/** The filter of an attribute: a choice if its values are known, otherwise a text. */
function attributeFilter(declaration: Declaration): FilterField<AttributeFieldName> {
  const { name, label, type, values } = declaration;
  const known = type === 'string[]' ? values?.map((value) => ({ value, label: value })) : choicesOf(declaration);
  const field = { name: attributeField(name), label };
  const choices = known?.filter(({ value }) => value !== '');
  return choices === undefined ? { ...field, input: textInput } : { ...field, choices };
}

const textInput = (value: string, choose: (value: string) => void) => (
  <input value={value} onChange={(event) => choose(event.currentTarget.value.trim())} />
);

const logInFilters = () => {
  const { lastLogin, lastLogins, secondFactor } = texts().users;
  return [
    { name: 'lastLogin', label: lastLogin, choices: choicesIn(lastLogins) },
    { name: 'hasFactor', label: secondFactor, choices: choicesIn(flags()) },
  ] as const;
};

export function Users({ title }: ScreenProps) {
  const text = texts().users;
  const { roles, others } = useRoles();
  const declarations = useLoad(loadDeclarations, []).data ?? [];
  // The names come from the URL, so that the first page is already filtered while the declarations are being loaded.
  const attributeFilters = [...currentLocation.value.query.keys()].filter(isAttributeField);
  const users = useList(
    {
      filters: ['kind', 'status', 'roleCode', 'lastLogin', 'hasFactor', 'invited', ...attributeFilters],
      sorts: userSorts,
      kind: 'user',
    },
    (query, { kind, status, roleCode, lastLogin, hasFactor, invited, ...attributes }, signal) => {
      const filtered = {
        ...query,
        ...statusIn(status),
        ...(roleCode !== undefined && { roleCode }),
        ...(isKeyOf(text.kinds, kind) && { kind }),
        ...(isKeyOf(flags(), invited) && { invited: invited === 'yes' }),
        ...(seesLogIns() && { withLogIns: true, ...lastLoginIn(lastLogin) }),
        ...(seesLogIns() && isKeyOf(flags(), hasFactor) && { hasFactor: hasFactor === 'yes' }),
        attributes: Object.fromEntries(
          Object.entries(attributes).flatMap(([name, value]) => (value ? [[name, value]] : [])),
        ),
      };
      return api.get('/api/users', { params: { query: filtered }, signal });
    },
  );

  async function disableSelected(selected: readonly User[]): Promise<void> {
    const ids = selected.flatMap(({ id, status }) => (status === 1 ? [id] : []));
    const isConfirmed = await confirmFirst({
      title: text.disableManyTitle({ count: ids.length }),
      consequence: text.disableManyConsequence,
      action: texts().common.disable,
    });
    if (!isConfirmed) return;
    const done = await succeededOf(ids, (id) => setStatus(id, 0));
    notifyWithUndo(text.disabledNotice({ count: done.length }), async () => {
      await attemptEach(done, (id) => setStatus(id, 1));
      users.reload();
    });
    setQuery({ selected: '' }, { replace: true });
    users.reload();
  }

  return (
    <>
      <ScreenHead title={title}>
        {can('createUser') ? (
          <CreateButton label={text.create}>
            {(close) => <CreateUser {...{ roles, others, declarations }} onCancel={close} />}
          </CreateButton>
        ) : undefined}
      </ScreenHead>
      <ListView
        title={title}
        list={users}
        columns={userColumns}
        searchIn={text.searchIn}
        filters={[
          { name: 'kind', label: text.kind, choices: choicesIn(text.kinds) },
          {
            name: 'roleCode',
            label: text.role,
            choices: roles.map((role) => ({ value: role.code, label: roleLabel(role) })),
            others,
          },
          statusFilter(),
          { name: 'invited', label: text.invited, choices: choicesIn(flags()) },
          ...(seesLogIns() ? logInFilters() : []),
          ...declarations.map(attributeFilter),
        ]}
        nameOf={ifAllowed('updateUser', selectableName)}
        bulk={(selected) => (
          <Button kind="danger" onClick={() => disableSelected(selected)}>
            {texts().common.disable}
          </Button>
        )}
      />
    </>
  );
}
