import type { UserId } from '@portcullis/domain';
import { flag, listOf, nullable, uuid, withDescription, type Fields, type Schema } from '../../validation/schema.ts';

/** A part of a list of users that is sorted by id. */
export interface WindowOf<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly next: UserId | null;
}

/** @param noun the name of the items */
export const windowFields = <Item>(item: Schema<Item>, noun: string): Fields<WindowOf<Item>> => ({
  items: withDescription(listOf(item), `The ${noun}, sorted by id.`),
  hasMore: withDescription(flag, 'Whether the list continues.'),
  next: withDescription(nullable(uuid()), 'The `after` of the next request; null if `hasMore` is false.'),
});
