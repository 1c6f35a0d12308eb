import { createPreviewLink, revokePreviewLink } from '../../src/contents/preview-links.ts';
import { discardWorkingCopy, publishWorkingCopy, saveWorkingCopy } from '../../src/contents/working-copies.ts';
import { actor, added, event, removed, type EventCase } from './cases.ts';
import { aStored, inHours, published } from './content-cases.ts';

export const workingCopyCases: readonly EventCase[] = [
  {
    useCase: 'saveWorkingCopy',
    write: async (world) => {
      const { id, subject } = await aStored(world, { status: 'PUBLISHED' });
      await saveWorkingCopy(world)({ actor, id, change: { title: 'New' } });
      return [event('content.draft.saved', subject, { changedFields: [[], ['title']] })];
    },
  },
  {
    useCase: 'saveWorkingCopy',
    when: 'a field gets another value',
    write: async (world, begin) => {
      const { id, subject } = await aStored(world);
      await saveWorkingCopy(world)({ actor, id, change: { contentMd: 'b' } });
      await begin();
      await saveWorkingCopy(world)({ actor, id, change: { contentMd: 'c' } });
      return [event('content.draft.saved', subject, {})];
    },
  },
  {
    useCase: 'saveWorkingCopy',
    when: 'nothing changes',
    write: async (world, begin) => {
      const { id } = await aStored(world);
      const draft = { actor, id, change: { title: 'New', contentMd: 'b' }, tagIds: [] };
      await saveWorkingCopy(world)(draft);
      await begin();
      await saveWorkingCopy(world)(draft);
      return [];
    },
  },
  {
    useCase: 'discardWorkingCopy',
    write: async (world, begin) => {
      const { id, subject } = await aStored(world, { status: 'PUBLISHED' });
      await saveWorkingCopy(world)({ actor, id, change: { title: 'New' } });
      await begin();
      await discardWorkingCopy(world)({ actor, id });
      return [event('content.draft.discarded', subject, removed({ changedFields: ['title'] }))];
    },
  },
  {
    useCase: 'publishWorkingCopy',
    write: async (world, begin) => {
      const { id } = await aStored(world);
      await saveWorkingCopy(world)({ actor, id, change: { title: 'New' } });
      await begin();
      await publishWorkingCopy(world)({ actor, id });
      const changes = {
        title: ['News', 'New'],
        status: ['DRAFT', 'PUBLISHED'],
        publishedAt: [null, published],
      } as const;
      return [event('content.published', { id, name: 'New' }, changes)];
    },
  },
  {
    useCase: 'createPreviewLink',
    write: async (world) => {
      const { id: contentId, subject } = await aStored(world);
      const { id } = await createPreviewLink(world)({ actor, contentId, expiresIn: '1h' });
      const expiresAt = inHours(world, 1).toISOString();
      return [event('content.previewLink.created', subject, added({ id, expiresAt }))];
    },
  },
  {
    useCase: 'revokePreviewLink',
    write: async (world, begin) => {
      const { id: contentId, subject } = await aStored(world);
      const { id, expiresAt } = await createPreviewLink(world)({ actor, contentId, expiresIn: '1h' });
      await begin();
      await revokePreviewLink(world)({ actor, contentId, id });
      return [event('content.previewLink.revoked', subject, removed({ id, expiresAt: expiresAt.toISOString() }))];
    },
  },
];
