import { shownBy, type MediaSite } from '../../responses/content-covers.ts';
import { editorsOr } from '../access/access.ts';
import type { AuthenticatedCall } from '../calls.ts';
import { contentChange, getContent, type ContentPath } from './content-requests.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';

export type ContentStatusRouteDependencies = UseCases<'publishContent' | 'changeContentStatus'> & MediaSite;

type ChangeCall = Pick<AuthenticatedCall<ContentPath, unknown, unknown>, 'params' | 'caller' | 'ifMatch' | 'reach'>;

/** The routes that publish, withdraw and archive a content (docs/interface.md §4.6). */
export function contentStatusRoutes(deps: ContentStatusRouteDependencies): readonly Route[] {
  const shown = shownBy(deps);
  const changedBy =
    (change: typeof deps.publishContent) =>
    async ({ params: { id }, caller, ifMatch, reach }: ChangeCall) => {
      const lock = { ifMatch, id, reach: await reach('content.publish') };
      return viewed(caller, (actor) => change({ actor, ...lock }), shown);
    };
  return [
    route({
      method: 'POST',
      path: '/contents/:id/publish',
      operation: 'publishContent',
      idempotencyKey: { reread: getContent },
      summary: 'Publish a content',
      description: 'Publishes a DRAFT or ARCHIVED content. A PUBLISHED content does not change.',
      access: 'authorized',
      ...editorsOr('content.publish'),
      ...contentChange,
      refuses: ['content-not-found', 'too-many-requests'],
      handle: changedBy(deps.publishContent),
    }),
    route({
      method: 'POST',
      path: '/contents/:id/unpublish',
      operation: 'unpublishContent',
      idempotencyKey: { reread: getContent },
      summary: 'Make a published content a draft again',
      description:
        'Makes a PUBLISHED content a DRAFT, and clears its schedule. A DRAFT content loses only its schedule. For an ARCHIVED content, the request is rejected.',
      access: 'authorized',
      ...editorsOr('content.publish'),
      ...contentChange,
      refuses: ['content-not-found', 'content-move-refused'],
      handle: changedBy((input) => deps.changeContentStatus({ ...input, move: 'unpublish' })),
    }),
    route({
      method: 'POST',
      path: '/contents/:id/archive',
      operation: 'archiveContent',
      idempotencyKey: { reread: getContent },
      summary: 'Archive a content',
      description:
        'Archives a DRAFT or PUBLISHED content, and clears its schedule. An ARCHIVED content loses only its schedule.',
      access: 'authorized',
      ...editorsOr('content.publish'),
      ...contentChange,
      refuses: ['content-not-found'],
      handle: changedBy((input) => deps.changeContentStatus({ ...input, move: 'archive' })),
    }),
  ];
}
