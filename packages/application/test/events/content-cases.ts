import { operatorId } from '@portcullis/domain/internal/built-in';
import type { Content } from '@portcullis/domain/internal/contents/content';
import { noSchedule } from '@portcullis/domain/internal/contents/schedule';
import { expect } from 'chai';
import { changeContents } from '../../src/contents/change-contents.ts';
import {
  changeContentStatus,
  publishContent,
  scheduleContent,
  storeDueTransitions,
} from '../../src/contents/content-status.ts';
import { createContent, deleteContent, updateContent } from '../../src/contents/contents.ts';
import { purgeContent, purgeDueContents, recoverContent } from '../../src/contents/removed-contents.ts';
import { restoreContent } from '../../src/contents/revisions.ts';
import { importContents } from '../../src/imports/import-contents.ts';
import { aContent, aMediaFile, anId, aTag } from '@portcullis/testing/internal/builders';
import { fakeHtmlOf, hashOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import type { InMemoryWorld } from '@portcullis/testing/internal/world';
import { actor, ada, added, event, type EventCase, removed } from './cases.ts';
import { aContentRow, each } from '../support/imported-rows.ts';

const text = (value: string) => ({ sha256: hashOf(value), length: value.length });
/** The start time of the world, which is the publication time if a test does not advance the clock. */
export const published = new Date('2026-01-01T00:00:00.000Z').toISOString();
const hourMs = 3_600_000;
export const inHours = (world: InMemoryWorld, hours: number) => new Date(world.clock.now().getTime() + hours * hourMs);

/** Stores a content. @returns its id and the subject of its events */
export async function aStored(world: InMemoryWorld, fields: Partial<Content> = {}) {
  const content = aContent({ title: 'News', slug: 'news', contentMd: 'a', contentHtml: fakeHtmlOf('a'), ...fields });
  await given(world, { contents: [content] });
  return { id: content.id, subject: { id: content.id, name: 'News' } };
}

const draftFields = {
  title: 'News',
  slug: 'news',
  editorType: 'MARKDOWN',
  status: 'DRAFT',
  contentMd: text('a'),
  contentHtml: text(fakeHtmlOf('a')),
  tagIds: [],
};

export const contentCases: readonly EventCase[] = [
  {
    useCase: 'createContent',
    write: async (world) => {
      const body = { editorType: 'MARKDOWN' as const, contentMd: 'a', contentHtml: null, contentRaw: null };
      const fields = { title: 'News', summary: null, categoryId: null, coverId: null, ...body };
      const { id } = await createContent(world)({ actor, ...fields, tagIds: [], authorId: ada.id });
      return [event('content.created', { id, name: 'News' }, added({ ...draftFields, authorId: ada.id }))];
    },
  },
  {
    useCase: 'importContents',
    write: async (world) => {
      const rows = each([aContentRow(1, { title: 'News', slug: 'news', contentMd: 'a', author: ada.username })]);
      await importContents(world)({ actor, rows, isDryRun: false, report: () => undefined });
      const id = (await world.contents.findBySlug('news'))?.id ?? null;
      return [event('content.created', { id, name: 'News' }, added({ ...draftFields, authorId: ada.id }))];
    },
  },
  {
    useCase: 'updateContent',
    write: async (world) => {
      const { id } = await aStored(world);
      const [tag, file] = [aTag(), aMediaFile()];
      await given(world, { tags: [tag], media: [file] });
      const change = { title: 'New', contentMd: 'b', coverId: file.id };
      await updateContent(world)({ actor, id, change, tagIds: [tag.id] });
      const changes = {
        title: ['News', 'New'],
        contentMd: [text('a'), text('b')],
        contentHtml: [text(fakeHtmlOf('a')), text(fakeHtmlOf('b'))],
        coverId: [null, file.id],
        tagIds: [[], [tag.id]],
      } as const;
      return [event('content.updated', { id, name: 'New' }, changes)];
    },
  },
  {
    useCase: 'updateContent',
    when: 'nothing changes',
    write: async (world) => {
      const { id } = await aStored(world);
      await updateContent(world)({ actor, id, change: { title: 'News', contentMd: 'a' }, tagIds: [] });
      return [];
    },
  },
  {
    useCase: 'publishContent',
    when: 'it is published already',
    write: async (world, begin) => {
      const { id } = await aStored(world);
      await publishContent(world)({ actor, id });
      await begin();
      await publishContent(world)({ actor, id });
      return [];
    },
  },
  {
    useCase: 'publishContent',
    write: async (world) => {
      const { id, subject } = await aStored(world);
      await publishContent(world)({ actor, id });
      const changes = { status: ['DRAFT', 'PUBLISHED'], publishedAt: [null, published] } as const;
      return [event('content.published', subject, changes)];
    },
  },
  {
    useCase: 'changeContentStatus',
    when: 'it unpublishes',
    write: async (world) => {
      const { id, subject } = await aStored(world, { status: 'PUBLISHED' });
      await changeContentStatus(world)({ actor, id, move: 'unpublish' });
      return [event('content.unpublished', subject, { status: ['PUBLISHED', 'DRAFT'] })];
    },
  },
  {
    useCase: 'changeContentStatus',
    when: 'it archives',
    write: async (world) => {
      const { id, subject } = await aStored(world, { status: 'PUBLISHED' });
      await changeContentStatus(world)({ actor, id, move: 'archive' });
      return [event('content.archived', subject, { status: ['PUBLISHED', 'ARCHIVED'] })];
    },
  },
  {
    useCase: 'changeContents',
    write: async (world) => {
      const { id, subject } = await aStored(world);
      await changeContents(world)({ actor, ids: [id, anId()], action: 'archive', isAtomic: false });
      return [event('content.archived', subject, { status: ['DRAFT', 'ARCHIVED'] })];
    },
  },
  {
    useCase: 'scheduleContent',
    write: async (world) => {
      const { id, subject } = await aStored(world);
      const publishAt = inHours(world, 1);
      await scheduleContent(world)({ actor, id, schedule: { ...noSchedule, publishAt } });
      return [event('content.scheduled', subject, { publishAt: [null, publishAt.toISOString()] })];
    },
  },
  {
    useCase: 'storeDueTransitions',
    write: async (world) => {
      const publishAt = inHours(world, 1);
      const { subject } = await aStored(world, { publishAt });
      world.clock.advance(hourMs);
      await storeDueTransitions(world)();
      const at = publishAt.toISOString();
      const changes = { status: ['DRAFT', 'PUBLISHED'], publishedAt: [null, at], publishAt: [at, null] } as const;
      return [event('content.published', subject, changes, { type: 'system', id: operatorId, name: 'schedule' })];
    },
  },
  {
    useCase: 'restoreContent',
    write: async (world, begin) => {
      const { id, subject } = await aStored(world);
      await updateContent(world)({ actor, id, change: { title: 'New' } });
      await begin();
      await restoreContent(world)({ actor, id, version: 1 });
      return [event('content.restored', subject, { title: ['New', 'News'] })];
    },
  },
  {
    useCase: 'deleteContent',
    write: async (world) => {
      const { id, subject } = await aStored(world);
      await deleteContent(world)({ actor, id });
      return [event('content.deleted', subject, removed(draftFields))];
    },
  },
  {
    useCase: 'recoverContent',
    write: async (world, begin) => {
      const { id, subject } = await aStored(world, { status: 'PUBLISHED' });
      await deleteContent(world)({ actor, id });
      await given(world, { contents: [aContent({ slug: 'news' })] });
      await begin();
      await recoverContent(world)({ actor, id });
      const changes = { status: ['PUBLISHED', 'DRAFT'], slug: ['news', 'news-2'] } as const;
      return [event('content.recovered', subject, changes)];
    },
  },
  {
    useCase: 'purgeContent',
    write: async (world, begin) => {
      const { id, subject } = await aStored(world);
      await deleteContent(world)({ actor, id });
      await begin();
      await purgeContent(world)({ actor, id });
      return [event('content.purged', subject, {})];
    },
  },
  {
    useCase: 'purgeDueContents',
    write: async (world, begin) => {
      const { id, subject } = await aStored(world);
      await deleteContent(world)({ actor, id });
      await begin();
      world.clock.advance(30 * 24 * hourMs - 1);
      expect(await purgeDueContents(world)()).to.equal(0);
      world.clock.advance(1);
      expect(await purgeDueContents(world)()).to.equal(1);
      return [event('content.purged', subject, {}, { type: 'system', id: operatorId, name: 'schedule' })];
    },
  },
];
