import { noSchedule } from '@portcullis/domain/internal/contents/schedule';
import { shownBy, type MediaSite } from '../../responses/content-covers.ts';
import { dateOrNull } from '../../validation/checks.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Instant, Nullable } from '../../validation/fields.ts';
import { editorsOr } from '../access/access.ts';
import { contentChange } from './content-requests.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';

class ScheduleBody {
  @Nullable() @Instant() @Describe('When to publish the content.') publishAt?: string | null;
  @Nullable() @Instant() @Describe('When to withdraw the content.') unpublishAt?: string | null;
}

/** The routes that set and clear the schedule of a content (docs/interface.md §4.6). */
export const contentScheduleRoutes = (deps: UseCases<'scheduleContent'> & MediaSite): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/contents/:id/schedule',
    operation: 'scheduleContent',
    summary: 'Schedule the publication and withdrawal of a content',
    description:
      'Replaces the schedule. A time that is missing or null is cleared. Both times must be in the future, and `publishAt` must be before `unpublishAt`. The content becomes public exactly at `publishAt` and is withdrawn exactly at `unpublishAt`. A PUBLISHED content cannot get a `publishAt`. Publishing the content manually clears `publishAt`. Unpublishing or archiving it clears both times. If it is the first publication, `publishedAt` equals `publishAt`.',
    access: 'authorized',
    ...editorsOr('content.publish'),
    ...contentChange,
    body: ScheduleBody,
    refuses: ['content-not-found', 'schedule-unacceptable', 'content-move-refused', 'too-many-requests'],
    handle: async ({ params: { id }, body, caller, ifMatch, reach }) => {
      const schedule = { publishAt: dateOrNull(body.publishAt), unpublishAt: dateOrNull(body.unpublishAt) };
      const lock = { ifMatch, id, reach: await reach('content.publish') };
      return shownBy(deps)(await deps.scheduleContent({ actor: caller, ...lock, schedule }));
    },
  }),
  route({
    method: 'DELETE',
    path: '/contents/:id/schedule',
    operation: 'unscheduleContent',
    summary: 'Clear the schedule of a content',
    description: 'Returns the content. A content without a schedule does not change.',
    access: 'authorized',
    ...editorsOr('content.publish'),
    ...contentChange,
    refuses: ['content-not-found', 'too-many-requests'],
    handle: async ({ params: { id }, caller, ifMatch, reach }) => {
      const lock = { ifMatch, id, reach: await reach('content.publish') };
      return shownBy(deps)(await deps.scheduleContent({ actor: caller, ...lock, schedule: noSchedule }));
    },
  }),
];
