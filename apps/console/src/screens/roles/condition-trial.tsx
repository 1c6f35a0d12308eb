import type { Schemas } from '@portcullis/client';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { resolveCondition } from '@portcullis/domain/internal/conditions/simplify-condition';
import { useId, useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { Button } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { rowsOf } from '../../parts/tree-moves.ts';
import { conditionText } from '../../resources/condition-text.ts';
import { api, can, profile } from '../../session/session.ts';
import type { ConditionScope } from './condition-draft.ts';
import { Select, type Vocabulary } from './condition-value.tsx';
import { resourceAttributes } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { CategoryPath } from '@portcullis/domain/internal/conditions/condition-operators';
import { conditionSubject } from '@portcullis/domain/internal/conditions/condition-subjects';
import { failedParts, permits, type AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import { isId } from '@portcullis/domain/internal/shared/ids';
import type { ShownUser } from '../../resources/references.ts';

/** A resource with which a condition is tried. */
interface Sample {
  readonly id: string;
  readonly name: string;
  readonly attributes: AttributeValues;
}

type SampleType = keyof typeof resourceAttributes;

const sampleTypes = ['content', 'category', 'tag', 'media'] as const satisfies readonly SampleType[];

/** The type of the resources that a condition compares; undefined if another service stores them. */
const sampleTypeOf = ({ target }: ConditionScope): SampleType | undefined =>
  sampleTypes.find((type) => target === resourceAttributes[type]);

const timeOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** Maximum number of contents or files that are compared. */
const mostSamples = 100;

/**
 * Reads resources of a type: the newest contents, or those that contain a text, the newest files that the caller may read,
 * or all categories or tags.
 */
async function loadSamples(
  type: SampleType,
  { ofIds, references }: Vocabulary,
  { search = '', signal }: { readonly search?: string; readonly signal: AbortSignal },
): Promise<readonly Sample[]> {
  if (type === 'content') {
    const order = { pageSize: mostSamples, sortBy: 'createdAt', sortOrder: 'desc' } as const;
    const query = search === '' ? order : { ...order, search };
    const { items } = await api.get('/api/contents', { params: { query }, signal });
    return items.map(({ id, title, authorId, status, categoryId, tagIds, createdAt, publishedAt }) => {
      const times = { createdAt: timeOf(createdAt), publishedAt: timeOf(publishedAt) };
      return { id, name: title, attributes: { authorId, status, categoryId, tagIds, ...times } };
    });
  }
  if (type === 'media') {
    if (!can('listMedia')) return [];
    const query = { pageSize: mostSamples };
    const { items } = await api.get('/api/media', { params: { query }, signal });
    return items.map(({ id, name, uploaderId, folder, type: kind }) => ({
      id,
      name,
      attributes: { uploaderId, folder, type: kind },
    }));
  }
  return [...ofIds].flatMap(([id, name]) =>
    references.tags.has(id) === (type === 'tag') ? [{ id, name, attributes: { id } }] : [],
  );
}

/** Returns the path of a category to the root of the tree. */
function categoryPaths({ references }: Vocabulary): CategoryPath {
  const rows = rowsOf(references.categories);
  const pathTo = (row: (typeof rows)[number] | undefined): readonly string[] =>
    row === undefined ? [] : [row.node.id, ...pathTo(row.parent)];
  const paths = new Map(rows.map((row) => [row.node.id, pathTo(row)]));
  return (id) => paths.get(id) ?? [id];
}

/** The values of a user to which conditions refer. */
const subjectOf = ({ id, attributes }: Pick<ShownUser, 'id' | 'attributes'>): AttributeValues =>
  isId<'User'>(id) ? conditionSubject({ id, attributes }) : {};

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

interface TypedTrialProps<Type> extends TrialProps {
  /** The type of the resources with which the condition is tried. */
  readonly type: Type;
}

/** Shows what each user of the role reaches by the condition, and how many of the newest resources these are. */
function WhoMatches({ condition, vocabulary, roleId, type }: TypedTrialProps<SampleType | undefined>) {
  const text = texts().conditionEditor;
  const loaded = useLoad(
    async (signal) => {
      const [samples, holders] = await Promise.all([
        type === undefined ? [] : loadSamples(type, vocabulary, { signal }),
        loadHolders(roleId, signal),
      ]);
      return { samples, ...holders };
    },
    [type],
  );
  const pathOf = categoryPaths(vocabulary);
  const reachText = (user: TrialUser): string => {
    const resolved = resolveCondition(condition, subjectOf(user));
    if (typeof resolved === 'boolean') return resolved ? text.everything : text.nothing;
    const names = { ...vocabulary, ofIds: new Map([...vocabulary.ofIds, [user.id, user.username]]) };
    return text.reaches({ clause: conditionText(resolved, names) });
  };
  return (
    <LoadBoundary of={loaded}>
      {({ samples, users, hasMore }) => (
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
                      matching: samples.filter(({ attributes }) =>
                        permits(condition, { resource: attributes, subject: subjectOf(user), pathOf }),
                      ).length,
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
  const failures = failedParts(condition, {
    resource: sample.attributes,
    subject: subjectOf(user),
    pathOf: categoryPaths(vocabulary),
  });
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
function Attempt({ type, ...props }: TypedTrialProps<SampleType>) {
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
