import type { DomainEvent } from '@portcullis/domain';

export const isNewTag = ({ type }: DomainEvent): boolean => type === 'tag.created';
// @ts-expect-error No event has this type.
export const isNoTag = ({ type }: DomainEvent): boolean => type === 'tag.craeted';
