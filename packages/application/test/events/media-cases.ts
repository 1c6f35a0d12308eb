import { deleteMedia } from '../../src/media/delete-media.ts';
import { updateMedia } from '../../src/media/update-media.ts';
import { uploadMedia } from '../../src/media/upload-media.ts';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { receiving, unlimited } from '../support/uploads.ts';
import { actor, added, event, removed, type EventCase } from './cases.ts';

const { name, type, mime, bytes, sha256, width, height, ...file } = aMediaFile({ alt: 'A bridge', folder: 'press' });
const recorded = { name, type, mime, bytes, sha256, width, height, alt: 'A bridge', folder: 'press' };
const stored = { ...file, ...recorded };

export const mediaCases: readonly EventCase[] = [
  {
    useCase: 'uploadMedia',
    write: async (world) => {
      const input = {
        actor,
        announcedBytes: 0,
        receive: receiving(world, 'film 12', { name: 'film.mp4', title: 'Film' }),
      };
      const { media } = await uploadMedia({ ...world, ...unlimited })(input);
      const values = {
        name: 'film.mp4',
        type: 'video',
        mime: 'video/mp4',
        bytes: 7,
        sha256: media.sha256,
        title: 'Film',
      };
      return [event('media.created', media, added({ ...values, uploaderId: actor.id }))];
    },
  },
  {
    useCase: 'uploadMedia',
    when: 'the user has uploaded the same bytes before',
    write: async (world, begin) => {
      const input = { actor, announcedBytes: 0, receive: receiving(world, 'film 12') };
      await uploadMedia({ ...world, ...unlimited })(input);
      await begin();
      await uploadMedia({ ...world, ...unlimited })(input);
      return [];
    },
  },
  {
    useCase: 'updateMedia',
    write: async (world) => {
      await given(world, { media: [stored] });
      await updateMedia(world)({ actor, id: stored.id, change: { alt: null, focus: { x: 0, y: 1 } } });
      return [event('media.updated', stored, { alt: ['A bridge', null], focus: [null, { x: 0, y: 1 }] })];
    },
  },
  {
    useCase: 'deleteMedia',
    write: async (world) => {
      await given(world, { media: [stored] });
      await deleteMedia(world)({ actor, id: stored.id, force: false, contents: true });
      return [event('media.removed', stored, removed(recorded))];
    },
  },
];
