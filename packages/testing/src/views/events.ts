import type { DomainEvent } from '@portcullis/domain';
import type { EventQuery, EventViews } from '@portcullis/application';
import { matchesFilter } from '../pages.ts';
import type { State } from '../state.ts';

function matches({ type, actor, subject, occurredAt, position }: DomainEvent, query: EventQuery): boolean {
  const isOfType = query.type?.endsWith('*')
    ? type.startsWith(query.type.slice(0, -1))
    : matchesFilter<string>(query.type, type);
  return (
    isOfType &&
    matchesFilter<string | null>(query.actorId, actor.id) &&
    matchesFilter<string>(query.subjectType, subject.type) &&
    matchesFilter<string | null>(query.subjectId, subject.id) &&
    (query.from === undefined || occurredAt >= query.from) &&
    (query.to === undefined || occurredAt <= query.to) &&
    position > (query.after ?? 0) &&
    position < (query.before ?? Infinity)
  );
}

export const eventViews = (now: () => State): EventViews => {
  const page: EventViews['page'] = async (query) => {
    const found = now().events.filter((event) => matches(event, query));
    return (query.after === undefined ? found.toReversed() : found).slice(0, query.limit);
  };
  return {
    page,
    find: async (id) => now().events.find((event) => event.id === id),
    activityOf: async (userId, { before = Infinity, limit }) =>
      now()
        .events.filter(({ actor, subject, position }) => [actor.id, subject.id].includes(userId) && position < before)
        .toReversed()
        .slice(0, limit),
    after: (position, limit) => page({ after: position, limit }),
    lastPosition: async () => now().events.at(-1)?.position ?? 0,
  };
};
