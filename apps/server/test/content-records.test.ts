import { expect } from 'chai';
import { createResource } from './support/builders.ts';
import { describedRoutes } from './support/contract.ts';
import { sharedService, unique, type Service } from './support/service.ts';

/** A request that concerns one content, with the event and the revision that the request must add. */
interface Write {
  /** The operation id of the route. */
  readonly operation: string;
  readonly body?: object;
  /** Absent if the request changes nothing. */
  readonly event?: string;
  /** The kind of the added revision; absent if the request must add no revision. */
  readonly kind?: string;
}

const at = '2999-01-01T00:00:00Z';

const writes: readonly Write[] = [
  { operation: 'updateContent', body: { title: 'second' }, event: 'updated', kind: 'SAVE' },
  { operation: 'scheduleContent', body: { publishAt: at }, event: 'scheduled', kind: 'SCHEDULE' },
  { operation: 'unscheduleContent', event: 'scheduled', kind: 'SCHEDULE' },
  { operation: 'publishContent', event: 'published', kind: 'PUBLISH' },
  { operation: 'publishContent' },
  { operation: 'saveWorkingCopy', body: { title: 'third' }, event: 'draft.saved' },
  { operation: 'discardWorkingCopy', event: 'draft.discarded' },
  { operation: 'saveWorkingCopy', body: { title: 'fourth' }, event: 'draft.saved' },
  { operation: 'publishWorkingCopy', event: 'published', kind: 'PUBLISH' },
  { operation: 'unpublishContent', event: 'unpublished', kind: 'UNPUBLISH' },
  { operation: 'restoreContent', event: 'restored', kind: 'RESTORE' },
  { operation: 'archiveContent', event: 'archived', kind: 'ARCHIVE' },
  { operation: 'createPreviewLink', body: { expiresIn: '1h' }, event: 'previewLink.created' },
  { operation: 'revokePreviewLink', event: 'previewLink.revoked' },
  { operation: 'changeContents', body: { action: 'publish' }, event: 'published', kind: 'PUBLISH' },
  { operation: 'deleteContent', event: 'deleted' },
  { operation: 'recoverContent', event: 'recovered', kind: 'RESTORE' },
  { operation: 'deleteContent', event: 'deleted' },
  { operation: 'purgeContent', event: 'purged' },
];

describe('records of writes to a content', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const routes = describedRoutes.filter(({ method, path }) => method !== 'GET' && path.startsWith('/contents'));
  const others = ['createContent', 'previewContent'];

  it('are tested for every route that writes to a content', () => {
    const covered = new Set([...others, ...writes.map(({ operation }) => operation)]);
    expect(routes.map(({ operation }) => operation).filter((operation) => !covered.has(operation))).to.deep.equal([]);
  });

  it('consist of one event and of one revision if the content changes, and of nothing otherwise', async () => {
    const { admin } = service;
    const { id } = await createResource<{ id: string }>(admin, '/contents', { title: unique(), contentMd: 'text' });
    const events = async () =>
      (await admin.get<{ items: { type: string }[] }>(`/events?subjectId=${id}&limit=200`)).data.items;
    const revisions = async () =>
      (await admin.get<{ items: { kind: string }[] }>(`/contents/${id}/revisions?pageSize=100`)).data?.items ?? [];
    expect((await events()).map(({ type }) => type)).to.deep.equal(['content.created']);
    expect((await revisions()).map(({ kind }) => kind)).to.deep.equal(['SAVE']);
    let linkId = '';
    let stored = await revisions();
    for (const { operation, body, event, kind } of writes) {
      const eventsBefore = await events();
      const route = routes.find((each) => each.operation === operation);
      const path = route?.path.replace(':id', id).replace(':version', '1').replace(':linkId', linkId) ?? '';
      const input = operation === 'changeContents' ? { ...body, ids: [id] } : body;
      const methods = { POST: admin.post, PUT: admin.put, PATCH: admin.patch, DELETE: admin.delete };
      const method = route?.method === undefined || route.method === 'GET' ? 'POST' : route.method;
      const response = await methods[method]<{ id?: string } | null>(path, input);
      expect(response.status, `${operation}: ${response.message}`).to.be.within(200, 201);
      if (operation === 'createPreviewLink') linkId = response.data?.id ?? '';
      const newEvents = (await events()).slice(0, -eventsBefore.length);
      expect(newEvents.map(({ type }) => type)).to.deep.equal(event === undefined ? [] : [`content.${event}`]);
      // A deleted content shows no revisions, but they are there again when it is recovered.
      const isFound = !['deleteContent', 'purgeContent'].includes(operation);
      const newRevisions = isFound ? (await revisions()).slice(0, -stored.length) : [];
      stored = [...newRevisions, ...stored];
      expect(
        newRevisions.map((revision) => revision.kind),
        operation,
      ).to.deep.equal(kind === undefined ? [] : [kind]);
    }
  });
});
