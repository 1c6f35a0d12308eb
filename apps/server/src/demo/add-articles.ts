import { changeContentStatus, publishContent } from '@portcullis/application/internal/contents/content-status';
import { createContent } from '@portcullis/application/internal/contents/contents';
import type { NewEvent } from '@portcullis/domain/internal/events/event';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { CategoryId, ContentId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { Services } from '../wiring/services.ts';
import { demoArticles, demoCategories, type DemoArticle } from './articles.ts';
import { editorRole } from './people.ts';
import { demoTexts, type DemoText } from './texts.ts';
import type { Progress } from './progress.ts';

const dayMs = 86_400_000;

/**
 * Adds the demo contents that do not exist yet, with their categories and tags. Returns the number of added contents.
 */
export async function addArticles(services: Services, actor: Actor, { addEach }: Progress): Promise<number> {
  const contents = services.contents;
  const articles: (DemoArticle | DemoText)[] = [];
  for (const article of [...demoTexts, ...demoArticles]) {
    if ((await contents.findBySlug(article.slug)) === undefined) articles.push(article);
  }
  if (articles.length === 0) return 0;
  const categoryIds = await categoryIdsBySlug(services, actor);
  const authorIds = await authorIdsOf(services);
  await addEach('Contents', articles, async (article) => {
    const id = await addArticle(services, actor, article, categoryIds, authorIds);
    if ('rewrites' in article) await editText(services, actor, id, article);
  });
  return articles.length;
}

async function categoryIdsBySlug(services: Services, actor: Actor): Promise<ReadonlyMap<string, CategoryId>> {
  const ids = new Map<string, CategoryId>();
  for (const { slug, parent, ...draft } of demoCategories) {
    const parentId = (parent && ids.get(parent)) || null;
    const there = await services.categories.findBySlug(slug);
    const category = there ?? (await services.createCategory({ ...draft, actor, slug, parentId, order: ids.size }));
    ids.set(slug, category.id);
  }
  return ids;
}

/**
 * Returns the authors of the demo contents: the demo editors, or the administrators if there are no demo editors. There
 * may be none if the names of the demo users were already taken.
 */
async function authorIdsOf(services: Services): Promise<readonly UserId[]> {
  const users = services.users;
  const holdersOf = async (code: string): Promise<readonly UserId[]> =>
    (await users.list({ page: 1, pageSize: 10, roleCode: code })).items.map(({ id }) => id);
  const editors = await holdersOf(editorRole);
  return editors.length > 0 ? editors : holdersOf(administratorRole.code);
}

/**
 * Creates the article, and publishes or archives it if `move` says so. The use cases get a clock that returns a time in
 * the past, so that the dates in lists and charts differ.
 */
async function addArticle(
  services: Services,
  actor: Actor,
  { title, slug, summary, contentMd, category, tags, move, ageDays }: DemoArticle,
  categoryIds: ReadonlyMap<string, CategoryId>,
  authorIds: readonly UserId[],
): Promise<ContentId> {
  const at = new Date(Date.now() - ageDays * dayMs);
  const use = {
    work: recordedNow(services.work),
    ids: services.ids,
    markdown: services.markdown,
    fingerprints: services.fingerprints,
    contents: services.contents,
    clock: { now: () => at },
  };
  const { id } = await createContent(use)({
    title,
    slug,
    summary,
    contentMd,
    actor,
    editorType: 'MARKDOWN',
    contentHtml: null,
    contentRaw: null,
    categoryId: categoryIds.get(category) ?? null,
    coverId: null,
    tagIds: (await services.createTags({ actor, names: tags })).map(({ id: tagId }) => tagId),
    authorId: orNotFound(authorIds[ageDays % authorIds.length], 'user-not-found'),
  });
  if (move === 'publish') await publishContent(use)({ actor, id });
  if (move === 'archive') await changeContentStatus(use)({ actor, id, move });
  return id;
}

const atPresent = (event: NewEvent): NewEvent => ({ ...event, occurredAt: new Date() });

/**
 * Returns a unit of work that records events with the present time. The list of events is in the order in which they
 * were recorded, so it would otherwise begin with events of the past.
 */
const recordedNow = ({ run }: Services['work']): Services['work'] => ({
  run: (task, options) =>
    run((tx) => {
      const { events } = tx;
      const add: typeof events.add = (event) => events.add(atPresent(event));
      const addAll: typeof events.addAll = (all) => events.addAll(all.map(atPresent));
      // The repositories are getters of the prototype, so a copy of the properties would lack them.
      const recording: typeof tx = Object.create(tx, { events: { value: { ...events, add, addAll } } });
      return task(recording);
    }, options),
});

const timeIn = (days: number | undefined): Date | null =>
  days === undefined ? null : new Date(Date.now() + days * dayMs);

/** Changes a demo content as an editor would: rewrites its text, saves a working copy, and sets its schedule. */
async function editText(
  services: Services,
  actor: Actor,
  id: ContentId,
  { rewrites, workingCopy, publishInDays, unpublishInDays }: DemoText,
): Promise<void> {
  for (const contentMd of rewrites) await services.updateContent({ actor, id, change: { contentMd } });
  if (workingCopy !== undefined) {
    await services.saveWorkingCopy({ actor, id, change: { contentMd: workingCopy } });
  }
  const schedule = { publishAt: timeIn(publishInDays), unpublishAt: timeIn(unpublishInDays) };
  if (schedule.publishAt === null && schedule.unpublishAt === null) return;
  await services.scheduleContent({ actor, id, schedule });
}
