import type { Schemas } from '@portcullis/client';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { resolveCondition } from '@portcullis/domain/internal/conditions/simplify-condition';
import { useId, useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { Button } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { conditionText } from '../../resources/condition-text.ts';
import { api, can, profile } from '../../session/session.ts';
import type { ConditionScope } from './condition-draft.ts';
import {
  categoryPaths,
  countMatches,
  failuresFor,
  loadSamples,
  sampleTypeOf,
  subjectOf,
  type Sample,
  type SampleType,
} from './condition-samples.ts';
import { Select } from './condition-value.tsx';
import type { Vocabulary } from './condition-vocabulary.ts';

interface TrialProps {
  readonly condition: Condition;
  readonly scope: ConditionScope;
  readonly vocabulary: Vocabulary;
  readonly roleId: string;
}

type TrialUser = Pick<Schemas['User'], 'id' | 'username' | 'attributes'>;

/** Maximum number of users that are shown. */
const mostUsers = 20;

/** Reads the users who have the role, with the attributes that the condition compares. */
async function loadHolders(id: string, signal: AbortSignal) {
  const params = { path: { id } };
  const { items, next } = await api.get('/api/roles/{id}/holders', { params, signal });
  const ids = items.slice(0, mostUsers).map((holder) => holder.id);
  const query = { ids, pageSize: mostUsers };
  const found =
    ids.length > 0 && can('listUsers') ? (await api.get('/api/users', { params: { query }, signal })).items : [];
  const users = ids.flatMap((holder) => found.filter((user) => user.id === holder));
  return { users, hasMore: next !== null || items.length > ids.length };
}

interface HoldersProps extends TrialProps {
  readonly samples: readonly Sample[];
}

/** Loads the newest resources of the type, and shows what each user of the role reaches. */
function WhoMatches({ type, ...props }: TrialProps & { readonly type: SampleType | undefined }) {
  const samples = useLoad(
    async (signal) => (type === undefined ? [] : loadSamples(type, props.vocabulary, { signal })),
    [type],
  );
  return <LoadBoundary of={samples}>{(found) => <Holders {...props} samples={found} />}</LoadBoundary>;
}

/** Shows what each user of the role reaches by the condition, and how many of the newest resources these are. */
function Holders({ condition, vocabulary, roleId, samples }: HoldersProps) {
  const text = texts().conditionEditor;
  const holders = useLoad((signal) => loadHolders(roleId, signal), [roleId]);
  const pathOf = categoryPaths(vocabulary);
  const reachText = (user: TrialUser): string => {
    const resolved = resolveCondition(condition, subjectOf(user));
    if (typeof resolved === 'boolean') return resolved ? text.everything : text.nothing;
    const names = { ...vocabulary, ofIds: new Map([...vocabulary.ofIds, [user.id, user.username]]) };
    return text.reaches({ clause: conditionText(resolved, names) });
  };
  return (
    <LoadBoundary of={holders}>
      {({ users, hasMore }) => (
        <>
          {users.length === 0 ? <p class="quiet">{text.nobody}</p> : undefined}
          <ul class="rows">
            {users.map((user) => (
              <li key={user.id}>
                <div>
                  <strong dir="auto">{user.username}</strong>
                  <p class="quiet">{reachText(user)}</p>
                </div>
                {samples.length === 0 ? undefined : (
                  <span class="nowrap">
                    {text.counted({
                      matching: countMatches(condition, samples, subjectOf(user), pathOf),
                      of: samples.length,
                    })}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {hasMore ? <p class="quiet">{text.furtherUsers}</p> : undefined}
        </>
      )}
    </LoadBoundary>
  );
}

/** Says whether the condition is true for a resource and a user, and which parts are not. */
function Verdict({
  condition,
  vocabulary,
  sample,
  user,
}: TrialProps & { readonly sample: Sample; readonly user: TrialUser }) {
  const text = texts().conditionEditor;
  const failures = failuresFor(condition, sample, subjectOf(user), categoryPaths(vocabulary));
  if (failures.length === 0)
    return (
      <p class="condition-verdict" role="status">
        <span class="tag tag-good">{text.matches}</span>
      </p>
    );
  return (
    <div class="condition-verdict" role="status">
      <span class="tag tag-off">{text.matchesNot}</span>
      <ul>
        {failures.map(({ place, part, isUnknown }) => (
          <li key={place}>
            {(isUnknown ? text.isUnknown : text.isFalse)({ clause: conditionText(part, vocabulary) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Tries the condition with a resource, as one of the users of the role or as the person. */
function Attempt({ type, ...props }: TrialProps & { readonly type: SampleType }) {
  const text = texts().conditionEditor;
  const searchName = useId();
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState({ sample: '', user: '' });
  const samples = useLoad((signal) => loadSamples(type, props.vocabulary, { search, signal }), [type, search]);
  const users = useLoad(
    async (signal) => {
      const holders = can('listRoleHolders') ? (await loadHolders(props.roleId, signal)).users : [];
      const own = profile.value?.id;
      if (own === undefined || holders.some(({ id }) => id === own)) return holders;
      return [...holders, await api.get('/api/users/{id}', { params: { path: { id: own } }, signal })];
    },
    [props.roleId],
  );
  return (
    <>
      <div class="field-row">
        {type === 'content' ? (
          <div class="field">
            <label for={searchName}>{text.searchArticle}</label>
            <input
              id={searchName}
              type="search"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value.trim())}
            />
          </div>
        ) : undefined}
        <Select
          label={text.tryWith[type]}
          value={chosen.sample}
          choices={[
            { value: '', label: text.choose },
            ...(samples.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(sample) => choose({ ...chosen, sample })}
        />
        <Select
          label={text.tryAs}
          value={chosen.user === '' ? (users.data?.[0]?.id ?? '') : chosen.user}
          choices={(users.data ?? []).map(({ id, username }) => ({ value: id, label: username }))}
          onChange={(user) => choose({ ...chosen, user })}
        />
      </div>
      <LoadBoundary of={samples}>
        {(found) => {
          const sample = found.find(({ id }) => id === chosen.sample);
          const user = users.data?.find(({ id }) => id === chosen.user) ?? users.data?.[0];
          if (found.length === 0) return <p class="quiet">{text.nothingToTry}</p>;
          return sample === undefined || user === undefined ? undefined : (
            <Verdict {...props} sample={sample} user={user} />
          );
        }}
      </LoadBoundary>
    </>
  );
}

/** What can be opened below the builder. */
type Opened = 'who' | 'try' | undefined;

/** Shows whom and what a condition reaches, before it is saved. */
export function ConditionTrial(props: TrialProps) {
  const text = texts().conditionEditor;
  const [opened, open] = useState<Opened>(undefined);
  const type = sampleTypeOf(props.scope);
  const toggle = (part: Opened) => (): void => open(opened === part ? undefined : part);
  return (
    <section class="condition-trial">
      <div class="form-actions">
        {can('listRoleHolders') ? <Button onClick={toggle('who')}>{text.who}</Button> : undefined}
        {type === undefined ? undefined : <Button onClick={toggle('try')}>{text.tryIt}</Button>}
      </div>
      {opened === 'who' ? <WhoMatches {...props} type={type} /> : undefined}
      {opened === 'try' && type !== undefined ? <Attempt {...props} type={type} /> : undefined}
    </section>
  );
}
