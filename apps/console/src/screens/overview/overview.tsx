import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { ScreenLink, type ScreenProps } from '../../navigation/screens.tsx';
import { Button, Panel, ScreenHead, Time } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad, concerns } from '../../parts/load.tsx';
import { api, profile, can } from '../../session/session.ts';
import { ActivityChart } from './activity-chart.tsx';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { ComponentChildren } from 'preact';

interface Step {
  readonly isDone: boolean;
  readonly text: string;
  readonly how: ComponentChildren;
}

/** Lists what every installation needs, until all of it is done. */
function FirstSteps({ system }: { readonly system: Schemas['Overview']['system'] }) {
  const text = texts().overview.firstSteps;
  const found = useLoad(
    async (signal) => {
      const query = { roleCode: administratorRole.code, kind: 'PERSON', status: 1, pageSize: 1 } as const;
      const [own, admins] = await Promise.all([
        api.get('/api/auth/factors', { signal }),
        can('listUsers') ? api.get('/api/users', { params: { query }, signal }) : undefined,
      ]);
      return { hasFactor: own.factors.length > 0, admins: admins?.total };
    },
    [],
    concerns('user'),
  );
  if (found.data === undefined) return null;
  const { hasFactor, admins } = found.data;
  const steps: readonly Step[] = [
    { isDone: system.hasMailServer, text: text.mail, how: <code>SMTP_URL</code> },
    { isDone: system.hasPublicUrl, text: text.publicUrl, how: <code>PUBLIC_URL</code> },
    {
      isDone: admins === undefined || admins > 1,
      text: text.secondAdministrator,
      how: <ScreenLink path="/users">{text.toUsers}</ScreenLink>,
    },
    { isDone: hasFactor, text: text.factor, how: <ScreenLink path="/account">{text.toAccount}</ScreenLink> },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title={text.title}>
      <ul class="rows">
        {steps.map(({ isDone, text: what, how }) => (
          <li key={what}>
            <div>
              {what}
              {isDone ? undefined : <p class="quiet">{how}</p>}
            </div>
            <span class={isDone ? 'tag tag-good' : 'tag'}>{isDone ? text.done : text.open}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Count {
  readonly label: string;
  readonly total: number;
  readonly detail: string | undefined;
  /** The path of the list that the link opens. For contents, the list shows only the drafts if there are any. */
  readonly path: string;
}

function countsOf(overview: Schemas['Overview']): readonly Count[] {
  const text = texts().overview;
  const { users, roles, permissions, menus, contents, categories, tags } = overview;
  return [
    { label: text.users, total: users.total, detail: text.enabled({ count: users.enabled }), path: '/users' },
    { label: text.roles, total: roles.total, detail: text.enabled({ count: roles.enabled }), path: '/roles' },
    { label: text.permissions, total: permissions.total, detail: undefined, path: '/permissions' },
    { label: text.menus, total: menus.total, detail: text.enabled({ count: menus.enabled }), path: '/menus' },
    {
      label: text.contents,
      total: contents.total,
      detail: text.drafts({ count: contents.drafts }),
      path: contents.drafts > 0 ? '/contents?status=DRAFT' : '/contents',
    },
    { label: text.categories, total: categories.total, detail: undefined, path: '/categories' },
    { label: text.tags, total: tags.total, detail: undefined, path: '/tags' },
  ];
}

/** Shows the number of resources of each kind, with links to their lists. */
function Counts({ overview }: { readonly overview: Schemas['Overview'] }) {
  return (
    <ul class="counts">
      {countsOf(overview).map(({ label, total, detail, path }) => (
        <li key={label}>
          <ScreenLink class="panel count" path={path}>
            <span class="quiet">{label}</span>
            <strong>{total}</strong>
            <span class="quiet">{detail}</span>
          </ScreenLink>
        </li>
      ))}
    </ul>
  );
}

type OverviewData = Schemas['Overview'];

function LastLogins({ logins }: { readonly logins: OverviewData['lastLogins'] }) {
  const text = texts().overview;
  return (
    <Panel title={text.lastLogins}>
      {logins.length === 0 ? <p class="quiet">{text.noLogins}</p> : undefined}
      <ul class="rows">
        {logins.map(({ userId, username, address, lastLoginAt }) => (
          <li key={`${userId} ${address}`}>
            <div>
              <ScreenLink path={`/users/${userId}`}>{username}</ScreenLink>
              <p class="quiet">{address}</p>
            </div>
            <Time value={lastLoginAt} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Number of articles that a panel shows. */
const shown = 5;

interface ArticlesProps {
  readonly title: string;
  readonly articles: readonly Schemas['ContentListItem'][];
  readonly timeOf: (article: Schemas['ContentListItem']) => string | null;
}

/** Lists some articles. Without articles, the panel is missing. */
const Articles = ({ title, articles, timeOf }: ArticlesProps) =>
  articles.length === 0 ? null : (
    <Panel title={title}>
      <ul class="rows">
        {articles.slice(0, shown).map((article) => (
          <li key={article.id}>
            <ScreenLink path={`/contents/${article.id}`}>{article.title}</ScreenLink>
            <Time value={timeOf(article)} />
          </li>
        ))}
      </ul>
    </Panel>
  );

/** Shows the drafts that are published next, those of the person, and those that were changed last. */
function Drafts() {
  const text = texts().overview;
  const drafts = useLoad(async (signal) => {
    const query = { status: 'DRAFT', sortBy: 'updatedAt', sortOrder: 'desc', pageSize: 100 } as const;
    return (await api.get('/api/contents', { params: { query }, signal })).items;
  }, []);
  const all = drafts.data ?? [];
  const scheduled = all.filter(({ publishAt }) => publishAt !== null);
  return (
    <>
      <Articles
        title={text.scheduledNext}
        articles={scheduled.toSorted((one, other) => (String(one.publishAt) < String(other.publishAt) ? -1 : 1))}
        timeOf={({ publishAt }) => publishAt}
      />
      <Articles
        title={text.myDrafts}
        articles={all.filter(({ authorId }) => authorId === profile.value?.id)}
        timeOf={({ updatedAt }) => updatedAt}
      />
      <Articles title={text.waiting} articles={all} timeOf={({ updatedAt }) => updatedAt} />
    </>
  );
}

/** The start screen of administrators: what waits for the person, totals, and the last log-ins. */
export function Overview({ title }: ScreenProps) {
  const text = texts().overview;
  const overview = useLoad((signal) => api.get('/api/overview', { signal }), []);
  return (
    <>
      <ScreenHead title={title}>
        <Button onClick={overview.reload}>{text.refresh}</Button>
      </ScreenHead>
      <LoadBoundary of={overview} skeleton="panels">
        {(data) => (
          <>
            <FirstSteps system={data.system} />
            <Counts overview={data} />
            <div class="panels">
              <Drafts />
              <LastLogins logins={data.lastLogins} />
            </div>
            <ActivityChart days={data.activity} />
          </>
        )}
      </LoadBoundary>
    </>
  );
}
