import type { Schemas, ifVersion } from '@portcullis/client';
import { useId } from 'preact/hooks';
import { useEditForm } from '../../forms/edit-form.ts';
import { CheckboxGroup, useField } from '../../forms/fields.tsx';
import { FormView, type Form } from '../../forms/form.tsx';
import { localTimeOf, timeOf, timeZone } from '../../forms/local-time.ts';
import { texts } from '../../language/language.ts';
import { DifferenceView } from '../../parts/differences.tsx';
import type { OtherChoices } from '../../parts/choice-list.tsx';
import { Labels, Panel } from '../../parts/elements.tsx';
import { InvalidInput, LoadBoundary } from '../../parts/load.tsx';
import { roleName } from '../../resources/built-in-names.ts';
import { confirmEffect } from '../../resources/confirm-effect.tsx';
import type { ShownUser } from '../../resources/references.ts';
import { roleChoices, roleLabel, useRoles } from '../../resources/roles.ts';
import { api, can } from '../../session/session.ts';

type Role = Schemas['Role'];

interface UserRolesProps {
  readonly user: ShownUser;
  readonly onSaved: () => void;
}

/** The times in UTC between which a user has a role, as in the API. */
interface Period {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

interface RolesValues {
  readonly roleIds: readonly string[];
  /** The periods by the ids of roles. A role without an entry has neither beginning nor end. */
  readonly periods: Readonly<Record<string, Period>>;
}

const unlimited: Period = { validFrom: null, validUntil: null };

/** Omits roles without beginning and end, so that a change of only the roles is no change of the periods. */
const periodsOf = (entries: readonly (readonly [roleId: string, period: Period])[]): RolesValues['periods'] =>
  Object.fromEntries(entries.filter(([, { validFrom, validUntil }]) => validFrom !== null || validUntil !== null));

const valuesOf = ({ roleGrants }: ShownUser): RolesValues => ({
  roleIds: (roleGrants ?? []).map(({ roleId }) => roleId),
  periods: periodsOf((roleGrants ?? []).map(({ roleId, ...period }) => [roleId, period])),
});

/** @throws {InvalidInput} if an end is not later than the beginning */
const bodyOf = ({ roleIds, periods }: RolesValues) => ({
  grants: roleIds.map((roleId) => {
    const { validFrom, validUntil } = periods[roleId] ?? unlimited;
    if (validFrom !== null && validUntil !== null && Date.parse(validUntil) <= Date.parse(validFrom))
      throw new InvalidInput('periods', texts().users.endBeforeBegin);
    return { roleId, validFrom, validUntil };
  }),
});

const localDateTimeOf = (time: string): string => localTimeOf(time).replace('T', ' ');

/** Describes a period: whether the role has ended or not begun, and its times in the reader's time zone. */
function describePeriod({ validFrom, validUntil }: Period): string {
  const text = texts().users;
  const times = [
    ...(validFrom === null ? [] : [text.validFromTime({ time: localDateTimeOf(validFrom) })]),
    ...(validUntil === null ? [] : [text.validUntilTime({ time: localDateTimeOf(validUntil) })]),
  ];
  if (validUntil !== null && Date.parse(validUntil) <= Date.now()) times.unshift(text.grantEnded);
  else if (validFrom !== null && Date.parse(validFrom) > Date.now()) times.unshift(text.grantNotBegun);
  return times.join(', ');
}

const describeRole = (role: Role, period: Period): string =>
  [roleName(role), describePeriod(period)].filter((part) => part !== '').join(': ');

interface TimeInputProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function TimeInput({ label, value, onChange }: TimeInputProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={localTimeOf(value)}
        onChange={(event) => onChange(timeOf('periods', event.currentTarget.value))}
      />
    </div>
  );
}

/** The inputs for the beginning and the end of each chosen role. */
function PeriodFields({ form, roles }: { readonly form: Form<RolesValues>; readonly roles: readonly Role[] }) {
  const text = texts().users;
  const { error, id } = useField(form, 'periods', text.periods, (value) =>
    roles
      .flatMap((role) => {
        const period: Period | undefined =
          typeof value === 'object' && value !== null ? Reflect.get(value, role.id) : undefined;
        return period === undefined ? [] : describeRole(role, period);
      })
      .join('\n'),
  );
  const { roleIds, periods } = form.values.value;
  const chosen = roles.filter((role) => roleIds.includes(role.id));
  if (chosen.length === 0) return null;
  return (
    <fieldset class="field" aria-describedby={`${id}-error`}>
      <legend>{text.periods}</legend>
      <p class="field-hint">{text.periodsHint({ zone: timeZone() })}</p>
      {chosen.map((role) => {
        const period = periods[role.id] ?? unlimited;
        const set = (change: Partial<Period>) =>
          form.set({ periods: periodsOf([...Object.entries(periods), [role.id, { ...period, ...change }]]) });
        return (
          <fieldset key={role.id} class="role-period">
            <legend dir="auto">{describeRole(role, period)}</legend>
            <TimeInput label={text.validFrom} value={period.validFrom} onChange={(validFrom) => set({ validFrom })} />
            <TimeInput
              label={text.validUntil}
              value={period.validUntil}
              onChange={(validUntil) => set({ validUntil })}
            />
          </fieldset>
        );
      })}
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    </fieldset>
  );
}

interface RolesFormProps extends UserRolesProps {
  readonly roles: readonly Role[];
  readonly others: OtherChoices | undefined;
}

function RolesForm({ user, roles, others, onSaved }: RolesFormProps) {
  const text = texts().users;
  const path = { id: user.id };
  const setGrants = (body: ReturnType<typeof bodyOf>, header: ReturnType<typeof ifVersion>) =>
    api.put('/api/users/{id}/role-grants', { params: { path, header }, body });
  const form = useEditForm({
    stored: user,
    read: () => {
      // Others may have granted a role whose name is not loaded yet.
      others?.load();
      return api.get('/api/users/{id}', { params: { path } });
    },
    valuesOf,
    bodyOf,
    write: async (_changes, header, body) => {
      const limited = roles.flatMap((role) => {
        const period = form.values.value.periods[role.id];
        return period === undefined ? [] : [describeRole(role, period)];
      });
      await confirmEffect({ change: 'user.role-grants', userId: user.id, ...body }, limited.join('; ') || undefined);
      await setGrants(body, header);
      return undefined;
    },
    undo: setGrants,
    onSaved,
  });
  const describe = ({ roleIds, periods }: RolesValues) =>
    roles.filter(({ id }) => roleIds.includes(id)).map((role) => describeRole(role, periods[role.id] ?? unlimited));
  return (
    <FormView form={form}>
      <CheckboxGroup
        form={form}
        name="roleIds"
        label={text.roles}
        isLabelHidden
        hint={text.rolesHint}
        choices={roleChoices(roles)}
        others={others}
      />
      <PeriodFields form={form} roles={roles} />
      {form.isChanged() ? (
        <DifferenceView before={describe(form.stored.value)} after={describe(form.values.value)} />
      ) : undefined}
    </FormView>
  );
}

function EditedRoles(props: UserRolesProps) {
  const { loaded, ...roles } = useRoles(valuesOf(props.user).roleIds);
  return <LoadBoundary of={loaded}>{() => <RolesForm {...props} {...roles} />}</LoadBoundary>;
}

/** The roles of a user: a form for people who may set them, a list for others. */
export function UserRoles({ user, onSaved }: UserRolesProps) {
  const text = texts().users;
  const maySet = can('setRoleGrants') && can('listRoles') && user.roleGrants !== null;
  return (
    <Panel title={text.roles}>
      {maySet ? <EditedRoles user={user} onSaved={onSaved} /> : <Labels of={user.roles.map(roleLabel)} />}
    </Panel>
  );
}
