import { type Schemas, ifVersion } from '@portcullis/client';
import { texts } from '../language/language.ts';
import { InvalidInput } from '../parts/load.tsx';
import { confirmFirst } from '../parts/notices.tsx';
import { api, can } from '../session/session.ts';
import { storedConditionText } from './condition-text.ts';

/** Gives a role to a user who keeps all others, after showing what the user gains by it. */
export async function giveRole(userId: string, roleId: string, validUntil: string | null): Promise<void> {
  const path = { id: userId };
  const { version, roleGrants } = await api.get('/api/users/{id}', { params: { path } });
  const kept = (roleGrants ?? []).filter((grant) => grant.roleId !== roleId);
  const grants = [...kept, { roleId, validFrom: null, validUntil }].map(
    ({ roleId: id, validFrom, validUntil: until }) => ({ roleId: id, validFrom, validUntil: until }),
  );
  await confirmEffect({ change: 'user.role-grants', userId, grants });
  await api.put('/api/users/{id}/role-grants', { params: { path, header: ifVersion(version) }, body: { grants } });
}

type Item = Schemas['AccessItem'];

/** Maximum number of users that are shown. */
const shown = 20;

function namesOf(items: readonly Item[]): string {
  const text = texts().access;
  const named = { role: text.roleNamed, permission: text.permissionNamed, menu: text.menuNamed };
  return items
    .map(({ kind, name, code, condition }) => {
      const clause = storedConditionText(condition, code);
      return `${named[kind]({ name })}${clause === undefined ? '' : text.onlyIf({ clause })}`;
    })
    .join(', ');
}

function sentenceOf({ gains, loses }: Schemas['AffectedUser']): string {
  const text = texts().access;
  return [
    ...(gains.length > 0 ? [text.gains({ names: namesOf(gains) })] : []),
    ...(loses.length > 0 ? [text.loses({ names: namesOf(loses) })] : []),
  ].join('; ');
}

function Effect({ effect }: { readonly effect: Schemas['WhatIf'] }) {
  return (
    <>
      <ul class="rows">
        {effect.items.map((user) => (
          <li key={user.id}>
            <div>
              <strong dir="auto">{user.username}</strong>
              <p>{sentenceOf(user)}</p>
            </div>
          </li>
        ))}
      </ul>
      {effect.hasMore ? <p>{texts().access.furtherUsers}</p> : undefined}
    </>
  );
}

/**
 * The change that was confirmed last. A form sends a change again if somebody else has saved meanwhile, and the person
 * is not asked twice about the same change.
 */
let confirmed: string | undefined;

/**
 * Shows who would gain or lose access by a change, and asks whether to save it. Does not ask if the change affects
 * nobody, or would be refused: saving then reports the error.
 * @param consequence what the effect on access does not show, such as when a role ends
 * @throws {InvalidInput} if the person does not confirm
 */
export async function confirmEffect(
  change: Omit<Schemas['WhatIfBody'], 'limit' | 'after'>,
  consequence?: string,
): Promise<void> {
  const asked = JSON.stringify(change);
  if (!can('whatIf') || asked === confirmed) return;
  const effect = await api.post('/api/access/what-if', { body: { ...change, limit: shown } });
  if (effect.refusal !== null || (effect.items.length === 0 && !effect.hasMore)) return;
  const text = texts().access;
  const isConfirmed = await confirmFirst({
    title: text.effectTitle,
    consequence: consequence === undefined ? text.effect : `${text.effect} ${consequence}`,
    details: <Effect effect={effect} />,
    isHarmless: !effect.hasMore && effect.items.every(({ loses }) => loses.length === 0),
    action: texts().common.save,
  });
  if (!isConfirmed) throw new InvalidInput(undefined, texts().common.notSaved);
  confirmed = asked;
}
