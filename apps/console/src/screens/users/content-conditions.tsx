import { useId, useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { Fold } from '../../parts/fold.tsx';
import { Empty, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { storedConditionText } from '../../resources/condition-text.ts';
import { api } from '../../session/session.ts';

/** The number of the newest articles that can be chosen. */
const choices = 100;

/** Says for each condition under which a user has a permission whether an article meets it, and which parts it fails. */
function Decisions({ userId, contentId }: { readonly userId: string; readonly contentId: string }) {
  const text = texts().users;
  const access = useLoad(
    (signal) => api.get('/api/users/{id}/access', { params: { path: { id: userId }, query: { contentId } }, signal }),
    [userId, contentId],
  );
  return (
    <LoadBoundary of={access}>
      {({ conditions }) => (
        <ul class="rows" aria-live="polite">
          {conditions?.length === 0 ? <li class="quiet">{text.noConditions}</li> : undefined}
          {conditions?.map(({ permission, role, isMet, failedParts }) => (
            <li key={`${permission} ${role.id}`}>
              <div>
                {text.conditionOf({ permission, role: role.name })}
                {failedParts.map(({ place, part, isUnknown }) => (
                  <p key={place} class="quiet">
                    {(isUnknown ? text.isUnknown : text.isFalse)({
                      part: storedConditionText(part, permission) ?? place,
                    })}
                  </p>
                ))}
              </div>
              <span class={isMet ? 'tag tag-good' : 'tag tag-off'}>{isMet ? text.isMet : text.isNotMet}</span>
            </li>
          ))}
        </ul>
      )}
    </LoadBoundary>
  );
}

function ArticleConditions({ userId }: { readonly userId: string }) {
  const text = texts().users;
  const name = useId();
  const [contentId, choose] = useState('');
  const contents = useLoad(
    async (signal) => (await api.get('/api/contents', { params: { query: { pageSize: choices } }, signal })).items,
    [],
  );
  return (
    <LoadBoundary of={contents}>
      {(items) =>
        items.length === 0 ? (
          <Empty />
        ) : (
          <>
            <label class="field" for={name}>
              <span class="visually-hidden">{text.conditionsFor}</span>
              <select id={name} value={contentId} onChange={(event) => choose(event.currentTarget.value)}>
                <option value="">{text.chooseArticle}</option>
                {items.map(({ id, title }) => (
                  <option key={id} value={id} dir="auto">
                    {title}
                  </option>
                ))}
              </select>
            </label>
            {contentId === '' ? undefined : <Decisions userId={userId} contentId={contentId} />}
          </>
        )
      }
    </LoadBoundary>
  );
}

/** Explains the conditions on the permissions of a user for an article that the person chooses. */
export const ContentConditions = ({ userId }: { readonly userId: string }) => (
  <Fold title={texts().users.conditionsFor}>{() => <ArticleConditions userId={userId} />}</Fold>
);
