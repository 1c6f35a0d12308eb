import type { Schemas } from '@portcullis/client';
import { builtInRoles, contentPermissions } from '@portcullis/domain/internal/built-in';
import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { attempt } from '../parts/actions.tsx';
import { Button, type Choice } from '../parts/elements.tsx';
import { LoadBoundary, once, useLoad } from '../parts/load.tsx';
import { SearchPicker } from '../parts/search-picker.tsx';
import { rowsOf } from '../parts/tree-moves.ts';
import { hrefOf } from '../routing/location.ts';
import { api, can } from '../session/session.ts';
import { answerTo, contentActs, operationsOf, type Act, type Answer, type Need } from './access-answer.ts';
import { PathSentences } from './access-paths.tsx';
import { menuTitle, permissionName, permissionNameOf, roleName, roleNameOf } from './built-in-names.ts';
import { storedConditionText } from './condition-text.ts';
import { findUsers, pickerSize } from './targets.tsx';
import { giveRole } from './confirm-effect.tsx';
import { loadGrantable, loadPermissions } from './permissions.ts';

type Named = Pick<Schemas['Role'], 'id' | 'code' | 'name'>;
/** An article that somebody may do something with. */
type ArticleChoice = Choice & { readonly isPublished: boolean };

/** Returns the acts that can be asked about, in words: those that the permissions allow, and seeing a menu. */
async function loadActs(): Promise<readonly Choice[]> {
  const { permissions, menus } = await loadGrantable();
  const names = new Map([...contentPermissions, ...permissions].map((each) => [each.code, permissionName(each)]));
  const ofMenus = rowsOf(menus).map(({ node }) => ({
    value: node.id,
    label: texts().access.seeMenu({ name: menuTitle(node) }),
  }));
  return [...[...names].map(([value, label]) => ({ value, label })), ...ofMenus];
}

/** Returns a function that finds acts by their words or code. The first search reads them. */
function actFinder(): (search: string) => Promise<readonly Choice[]> {
  const acts = once(loadActs);
  return async (search) => {
    const wanted = search.toLowerCase();
    return (await acts()).filter(({ value, label }) => `${label} ${value}`.toLowerCase().includes(wanted));
  };
}

/** Finds articles by a part of the title. */
async function findContents(search: string, signal: AbortSignal): Promise<readonly ArticleChoice[]> {
  const query = { pageSize: pickerSize, ...(search !== '' && { search }) };
  const { items } = await api.get('/api/contents', { params: { query }, signal });
  return items.map(({ id, title, status }) => ({ value: id, label: title, isPublished: status === 'PUBLISHED' }));
}

const actOf = ({ value }: Choice): Act =>
  value.includes('.') ? { kind: 'permission', code: value } : { kind: 'menu', id: value };

/** Returns the roles that give what is needed. Those that give most of it come first, and built-in powers last. */
async function rolesThatGive(needs: readonly Need[], signal: AbortSignal): Promise<readonly Named[]> {
  const codes = needs.flatMap(({ permissions }) => permissions);
  const known = can('listPermissionRoles') ? await loadPermissions(signal) : [];
  const ids = known.filter(({ code, status }) => codes.includes(code) && status === 1).map(({ id }) => id);
  const own = await Promise.all(
    ids.map((id) => api.get('/api/permissions/{id}/roles', { params: { path: { id } }, signal })),
  );
  const builtIn = needs.map(({ roles }) => builtInRoles.filter(({ code }) => roles.includes(code)).toReversed());
  const found: readonly Named[] = [...own.flat().filter(({ status }) => status === 1), ...builtIn.flat()];
  const countOf = (role: Named): number => found.filter(({ id }) => id === role.id).length;
  const unique = [...new Map(found.map((role) => [role.id, role])).values()];
  return unique.toSorted((one, other) => countOf(other) - countOf(one));
}

/** Maximum number of roles that are offered. */
const mostRoles = 3;

interface CuresProps {
  /** What the user does not have. */
  readonly needs: readonly Need[];
  readonly userId: string;
  readonly onCured: () => void;
}

/** The buttons that lead to what stands in the way, or that give a role. */
function Cures({ needs, userId, onCured }: CuresProps) {
  const text = texts().access;
  const roles = useLoad(
    async (signal) => (can('setRoleGrants') ? rolesThatGive(needs, signal) : []),
    [JSON.stringify(needs), userId],
  );
  const misses = needs.flatMap(({ nearMisses }) => nearMisses);
  const reasons = new Set(misses.flatMap(({ reason, otherReasons }) => [reason, ...otherReasons]));
  const tried = new Map(misses.map(({ role }) => [role.id, role]));
  const ofUser = reasons.has('user-disabled') || reasons.has('grant-expired') || reasons.has('grant-not-begun');
  return (
    <div class="form-actions">
      {[...tried.values()].map((role) => (
        <a key={role.id} class="button" href={hrefOf(`/roles/${role.id}`)}>
          {text.openRole({ name: roleName(role) })}
        </a>
      ))}
      {ofUser ? (
        <a class="button" href={hrefOf(`/users/${userId}`)}>
          {text.openUser}
        </a>
      ) : undefined}
      {(roles.data ?? [])
        .filter(({ id }) => !tried.has(id))
        .slice(0, mostRoles)
        .map((role) => (
          <Button
            key={role.id}
            onClick={() => attempt(() => giveRole(userId, role.id, null), { done: text.roleGiven, after: onCured })}
          >
            {text.giveRole({ name: roleName(role) })}
          </Button>
        ))}
    </div>
  );
}

/** Says what is needed, and which roles lead to it or nearly do. */
function NeedView({ need, names }: { readonly need: Need; readonly names: ReadonlyMap<string, string> }) {
  const text = texts().access;
  const nameOf = (code: string): string => names.get(code) ?? permissionNameOf(code);
  const needed = [
    ...need.roles.map((code) => text.roleNamed({ name: roleNameOf(code) })),
    ...need.permissions.map((code) => text.permissionNamed({ name: nameOf(code) })),
  ];
  return (
    <li>
      <div>
        {needed.length === 0 ? undefined : <p>{text.needed({ names: needed.join(text.or) })}</p>}
        <PathSentences paths={need.paths} nearMisses={need.nearMisses} nameOf={nameOf} />
        {need.unmet.flatMap(({ permission, failedParts }) =>
          failedParts.map(({ place, part, isUnknown }) => (
            <p key={`${permission} ${place}`} class="quiet">
              {(isUnknown ? text.isUnknown : text.isFalse)({ part: storedConditionText(part, permission) ?? place })}
            </p>
          )),
        )}
      </div>
    </li>
  );
}

interface AnswerViewProps {
  readonly user: Choice;
  readonly act: Choice;
  readonly content: ArticleChoice | undefined;
}

function AnswerView({ user, act, content }: AnswerViewProps) {
  const text = texts().access;
  const what = actOf(act);
  const loaded = useLoad(
    async (signal) => {
      const ids = operationsOf(what).join();
      const query = { ...(ids !== '' && { ids }), ...(content && { contentId: content.value }) };
      return api.get('/api/users/{id}/access', { params: { path: { id: user.value }, query }, signal });
    },
    [user.value, act.value, content?.value],
  );
  return (
    <LoadBoundary of={loaded}>
      {(access) => {
        const { verdict, needs }: Answer = answerTo(what, access, content?.isPublished);
        const names = new Map(access.permissions.map((each) => [each.code, permissionName(each)]));
        return (
          <div class="answer" role="status">
            <p class={verdict === 'no' ? 'tag tag-off' : 'tag tag-good'}>{text.verdicts[verdict]}</p>{' '}
            <strong dir="auto">
              {[user.label, act.label, ...(content === undefined ? [] : [content.label])].join(' · ')}
            </strong>
            {access.status === 0 ? <p>{text.reasons['user-disabled']}</p> : undefined}
            {needs.length === 0 ? <p>{text.openToAll}</p> : undefined}
            <ul class="rows">
              {needs.map((need) => (
                <NeedView key={`${need.roles.join()} ${need.permissions.join()}`} need={need} names={names} />
              ))}
            </ul>
            {verdict === 'no' ? (
              <Cures
                needs={needs.filter((need) => need.verdict === 'no')}
                userId={user.value}
                onCured={loaded.reload}
              />
            ) : undefined}
          </div>
        );
      }}
    </LoadBoundary>
  );
}

const isAboutContent = ({ value }: Choice): boolean => value === 'content.read-drafts' || contentActs.includes(value);

interface AccessQuestionProps {
  /** The user who is asked about; undefined if the person chooses one. */
  readonly user?: Choice;
  /** The article that is asked about; undefined if the person may choose one. */
  readonly content?: ArticleChoice;
}

/** Asks whether a user may do something, and shows the answer as soon as the question is complete. */
export function AccessQuestion({ user: fixedUser, content: fixedContent }: AccessQuestionProps) {
  const text = texts().access;
  const [user, setUser] = useState(fixedUser);
  const [findActs] = useState(actFinder);
  const [act, setAct] = useState<Choice | undefined>(undefined);
  const [content, setContent] = useState(fixedContent);
  const ofContent = contentPermissions
    .map((each) => ({ value: each.code, label: permissionName(each) }))
    .filter(isAboutContent);
  return (
    <>
      <div class="question">
        {fixedUser === undefined ? (
          <SearchPicker label={text.who} chosen={user?.label ?? text.chooseUser} find={findUsers} onChoose={setUser} />
        ) : undefined}
        <SearchPicker
          label={text.what}
          chosen={act?.label ?? text.chooseAct}
          find={fixedContent === undefined ? findActs : async () => ofContent}
          onChoose={setAct}
        />
        {fixedContent === undefined && act !== undefined && isAboutContent(act) && can('listPermissionHolders') ? (
          <SearchPicker
            label={text.which}
            chosen={content?.label ?? text.anyArticle}
            find={findContents}
            onChoose={setContent}
          />
        ) : undefined}
      </div>
      {user === undefined || act === undefined ? undefined : (
        <AnswerView user={user} act={act} content={isAboutContent(act) ? content : undefined} />
      )}
    </>
  );
}
