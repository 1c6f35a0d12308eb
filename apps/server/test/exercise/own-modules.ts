import { defineResource } from '@portcullis/server';
import { labels } from './labels/server/modules/labels.ts';
import { ownLabels } from './own-labels.ts';
import { ownOrders } from './own-orders.ts';

const noteFields = { name: { type: 'text', max: 64 } } as const;
export const openNotes = defineResource({
  name: 'team.openNote',
  since: 1795281000003,
  namedBy: 'name',
  read: 'public',
  fields: noteFields,
});
export const sharedNotes = defineResource({
  name: 'team.sharedNote',
  since: 1795281000004,
  namedBy: 'name',
  read: 'authenticated',
  fields: noteFields,
});

/** The resources of the service that the tests of own resources share. */
export const ownModules = [labels, ownLabels, ownOrders, openNotes, sharedNotes];
