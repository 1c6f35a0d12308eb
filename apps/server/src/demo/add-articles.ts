import {
  createCategory,
  createContent,
  createTags,
  changeContentStatus,
  publishContent,
  saveWorkingCopy,
  scheduleContent,
  updateContent,
} from '@portcullis/application';
import {
  administratorRole,
  moderatorRole,
  orNotFound,
  type Actor,
  type CategoryId,
  type ContentId,
  type UserId,
} from '@portcullis/domain';
import type { Container } from 'inversify';
import { useCaseOf, resolvePort } from '../wiring/dependency-injection.ts';
import * as ports from '../wiring/ports.ts';
import { demoArticles, demoCategories, type DemoArticle } from './articles.ts';
import { demoTexts, type DemoText } from './texts.ts';
import type { Progress } from './progress.ts';

const dayMs = 86_400_000;

/**
 * Adds the demo contents that do not exist yet, with their categories and tags. Returns the number of added contents.
 */
export async function addArticles(container: Container, actor: Actor, { addEach }: Progress): Promise<number> {
  const contents = resolvePort(container, ports.CONTENT_VIEWS);
  const articles: (DemoArticle | DemoText)[] = [];
  for (const article of [...demoTexts, ...demoArticles]) {
    if ((await contents.findBySlug(article.slug)) === undefined) articles.push(article);
  }
  if (articles.length === 0) return 0;
  const categoryIds = await categoryIdsBySlug(container, actor);
  const authorIds = await authorIdsOf(container);
  await addEach('Contents', articles, async (article) => {
    const id = await addArticle(container, actor, article, categoryIds, authorIds);
    if ('rewrites' in article) await editText(container, actor, id, article);
  });
  return articles.length;
}

async function categoryIdsBySlug(container: Container, actor: Actor): Promise<ReadonlyMap<string, CategoryId>> {
  const ids = new Map<string, CategoryId>();
  for (const { slug, parent, ...draft } of demoCategories) {
    const parentId = (parent && ids.get(parent)) || null;
    const there = await resolvePort(container, ports.CATEGORY_VIEWS).findBySlug(slug);
    const category =
      there ?? (await useCaseOf(container, createCategory)({ ...draft, actor, slug, parentId, order: ids.size }));
    ids.set(slug, category.id);
  }
  return ids;
}

/**
 * Returns the authors of the demo contents: the moderators, or the administrators if there are no moderators. There may
 * be no moderators if the names of the demo users were already taken.
 */
async function authorIdsOf(container: Container): Promise<readonly UserId[]> {
  const users = resolvePort(container, ports.USER_VIEWS);
  const holdersOf = async ({ code }: { readonly code: string }): Promise<readonly UserId[]> =>
    (await users.list({ page: 1, pageSize: 10, roleCode: code })).items.map(({ id }) => id);
  const moderators = await holdersOf(moderatorRole);
  return moderators.length > 0 ? moderators : holdersOf(administratorRole);
}

/**
 * Creates the article, and publishes or archives it if `move` says so. The use cases get a clock that returns a time in
 * the past, so that the dates in lists and charts differ.
 */
async function addArticle(
  container: Container,
  actor: Actor,
  { title, slug, summary, contentMd, category, tags, move, ageDays }: DemoArticle,
  categoryIds: ReadonlyMap<string, CategoryId>,
  authorIds: readonly UserId[],
): Promise<ContentId> {
  const at = new Date(Date.now() - ageDays * dayMs);
  const use = {
    work: resolvePort(container, ports.WORK),
    ids: resolvePort(container, ports.IDS),
    markdown: resolvePort(container, ports.MARKDOWN),
    fingerprints: resolvePort(container, ports.FINGERPRINTS),
    contents: resolvePort(container, ports.CONTENT_VIEWS),
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
    tagIds: await useCaseOf(container, createTags)({ actor, names: tags }),
    authorId: orNotFound(authorIds[ageDays % authorIds.length], 'user-not-found'),
  });
  if (move === 'publish') await publishContent(use)({ actor, id });
  if (move === 'archive') await changeContentStatus(use)({ actor, id, move });
  return id;
}

const timeIn = (days: number | undefined): Date | null =>
  days === undefined ? null : new Date(Date.now() + days * dayMs);

/** Changes a demo content as an editor would: rewrites its text, saves a working copy, and sets its schedule. */
async function editText(
  container: Container,
  actor: Actor,
  id: ContentId,
  { rewrites, workingCopy, publishInDays, unpublishInDays }: DemoText,
): Promise<void> {
  for (const contentMd of rewrites) await useCaseOf(container, updateContent)({ actor, id, change: { contentMd } });
  if (workingCopy !== undefined) {
    await useCaseOf(container, saveWorkingCopy)({ actor, id, change: { contentMd: workingCopy } });
  }
  const schedule = { publishAt: timeIn(publishInDays), unpublishAt: timeIn(unpublishInDays) };
  if (schedule.publishAt === null && schedule.unpublishAt === null) return;
  await useCaseOf(container, scheduleContent)({ actor, id, schedule });
}
