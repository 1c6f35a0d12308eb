import {
  batchActions,
  type BatchAction,
  type BatchResult,
  type SeenVersions,
} from '@portcullis/application/internal/contents/change-contents';
import type { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { reasonOf, wireErrorOf } from '../../responses/error-table.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Flag, OneOf, Optional } from '../../validation/fields.ts';
import { BatchIds, Versions } from '../../validation/service-fields.ts';
import * as schema from '../../validation/schema.ts';
import type { DataOf } from '../../validation/request.ts';
import { editorsOr } from '../access/access.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';

class BatchBody {
  @BatchIds() @Describe('The ids of the contents, 1 to 100. A repeated id counts once.') ids!: ContentId[];
  @OneOf(batchActions) @Describe('The action to apply to each content.') action!: BatchAction;
  @Flag() @Describe('If true, no content is changed unless all can be changed. The default is false.') atomic = false;
  @Optional()
  @Versions()
  @Describe(
    'The version of each content that the client has read, by id. A content whose id is missing is changed regardless of its version.',
  )
  versions?: SeenVersions;
}

const itemFields = {
  id: schema.withDescription(schema.uuid<ContentId>(), 'The id of the content.'),
  ok: schema.withDescription(schema.flag, 'True if the content was changed or already had the requested state.'),
};

/** The result for one content in the response. */
const itemSchema = schema.objectWith(itemFields, {
  code: schema.withDescription(schema.integerFrom(1), 'The code of the error; absent if `ok` is true.'),
  message: schema.withDescription(schema.text, 'Why the content was not changed; absent if `ok` is true.'),
});

type BatchItem = DataOf<typeof itemSchema>;

const itemOf = ({ id, refusal }: BatchResult): BatchItem =>
  refusal === undefined ? { id, ok: true } : { id, ok: false, ...errorOf(refusal) };

const errorOf = ({ refusal, message }: BusinessError) => ({ code: wireErrorOf(reasonOf(refusal)).code, message });

/** The route that changes several contents (docs/interface.md §4.6). */
export const contentBatchRoutes = ({ changeContents }: UseCases<'changeContents'>): readonly Route[] => [
  route({
    method: 'POST',
    path: '/contents/batch',
    operation: 'changeContents',
    idempotencyKey: 'accepted',
    summary: 'Publish, unpublish, archive or delete several contents',
    description:
      'Returns a result for each content, in the order of the ids. A content that cannot be changed does not affect the others; its result has the code and message of the error that the operation for a single content would return. The keys of `versions` are ids in lower case; a content with another version is not changed (code 1012). If `atomic` is true and a content cannot be changed, no content is changed. The status is then 409, or 412 if only versions differ, and `errors` contains for each content that cannot be changed `field` (`ids`) and a `message` that begins with its id.',
    access: 'authorized',
    ...editorsOr('content.publish', 'content.delete'),
    body: BatchBody,
    data: schema.listOf(itemSchema),
    refuses: ['batch-refused', 'batch-versions-changed', 'too-many-requests'],
    handle: async ({ body: { ids, action, atomic: isAtomic, versions }, caller, requireAccess, reach }) => {
      const code = action === 'delete' ? 'content.delete' : 'content.publish';
      requireAccess(editorsOr(code));
      const batch = { ids, action, isAtomic, versions, reach: await reach(code) };
      return viewed(
        caller,
        (actor) => changeContents({ ...batch, actor }),
        (results) => results.map(itemOf),
      );
    },
  }),
];
