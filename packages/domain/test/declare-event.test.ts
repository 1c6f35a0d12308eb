import { expect } from 'chai';
import {
  declareEvent,
  declareSubject,
  evenUnchanged,
  ofDeletion,
  ofDeletionAffecting,
  recordedFields,
} from '../src/shared/declare-event.ts';
import { isRecorded, newEvent, withoutOtherClients, type EventCause } from '../src/events/event.ts';
import { menuEvents } from '../src/menus/menu.ts';
import { aDay, anId } from './support.ts';

interface Label {
  readonly name: string;
  readonly colour: string;
  readonly expiresAt: Date | null;
}

const actor: EventCause = {
  type: 'user',
  id: anId(1),
  name: 'ada',
  ipAddress: '192.0.2.1',
  userAgent: 'test',
  sessionId: null,
  requestId: null,
};
const subject = { id: anId<'Label'>(2), name: 'News' };
const label = declareSubject('label', ({ name }: Pick<Label, 'name'>) => name);
const recorded = recordedFields<Label>()('name', 'expiresAt');

describe('Declared events', () => {
  it('have the declared type and subject, and only the declared fields that have changed', () => {
    const event = declareEvent(label, 'label.updated', recorded);
    const before = { name: 'News', colour: '#ffffff', expiresAt: null };
    const after = { name: 'News', colour: '#000000', expiresAt: aDay(2) };
    const made = newEvent(anId(3), aDay(1), { event, actor, subject, before, after });
    expect(made).to.deep.include({
      type: 'label.updated',
      subject: { type: 'label', id: subject.id, name: 'News' },
      changes: { expiresAt: { before: null, after: '2026-01-02T00:00:00.000Z' } },
    });
    expect(isRecorded(event, made)).to.equal(true);
  });

  it('are not recorded if no declared field has changed, unless they are declared otherwise', () => {
    const before = { name: 'News', expiresAt: null };
    const occurrence = { actor, subject, before, after: before };
    const isRecordedAs = (fields: typeof recorded): boolean => {
      const event = declareEvent(label, 'label.updated', fields);
      return isRecorded(event, newEvent(anId(3), aDay(1), { ...occurrence, event }));
    };
    expect(isRecordedAs(recorded)).to.equal(false);
    expect(isRecordedAs(evenUnchanged(recorded))).to.equal(true);
  });

  it('ignore the order of the keys of a value, because the database does not preserve it', () => {
    interface Page {
      readonly query: Readonly<Record<string, unknown>>;
    }
    const { changesOf } = recordedFields<Page>()('query');
    const query = { from: aDay(1), list: [{ a: 1, b: 2 }] };
    const reordered = { list: [{ b: 2, a: 1 }], from: aDay(1) };
    expect(changesOf({ query }, { query: reordered })).to.deep.equal({});
    for (const other of [
      { ...query, from: aDay(2) },
      { ...query, list: [{ a: 1 }] },
      { ...query, list: [] },
    ])
      expect(changesOf({ query }, { query: other })).to.have.property('query');
  });

  it('are recorded if other resources were renumbered, but not if none was', () => {
    const place = { parentId: null, order: 1 };
    const isRecordedWith = (renumbered: number): boolean => {
      const moved = { event: menuEvents.moved, actor, subject: { id: anId<'Menu'>(2), routeName: 'home' } };
      const made = newEvent(anId(3), aDay(1), { ...moved, before: place, after: { ...place, renumbered } });
      return isRecorded(menuEvents.moved, made);
    };
    expect([isRecordedWith(0), isRecordedWith(1)]).to.deep.equal([false, true]);
  });

  it('name the API key and the assistant of the request, and show the client only to the user who caused them', () => {
    const event = declareEvent(label, 'label.updated', recorded);
    const apiKey = { id: anId<'ApiKey'>(4), name: 'Deployment', secret: 'never recorded' };
    const agent = { via: 'mcp', tool: 'update', client: 'x' } as const;
    const sent = { ...actor, sessionId: anId<'Session'>(5), apiKey, agent };
    const made = { ...newEvent(anId(3), aDay(1), { event, actor: sent, subject }), position: 1 };
    const { type, id, name, ipAddress, userAgent, sessionId } = sent;
    const named = { id: apiKey.id, name: 'Deployment' };
    const own = { type, id, name, ipAddress, userAgent, sessionId, apiKey: named, agent };
    expect(made.actor).to.deep.equal(own);
    expect(withoutOtherClients(made, anId(1))).to.deep.equal(made);
    expect(withoutOtherClients(made, anId(9))).to.deep.equal({
      ...made,
      actor: { type, id, name, ipAddress: '', userAgent: '', sessionId: null, apiKey: null, agent: null },
    });
  });

  it('of deletions have the fields before, and the number of affected resources by their kind', () => {
    const before = { name: 'News', expiresAt: null };
    const name = { before: 'News', after: null };
    const deleted = declareEvent(label, 'label.deleted', ofDeletion(recorded));
    expect(newEvent(anId(3), aDay(1), { event: deleted, actor, subject, before }).changes).to.deep.equal({ name });
    const event = declareEvent(label, 'label.deleted', ofDeletionAffecting('contents', recorded));
    const made = newEvent(anId(3), aDay(1), { event, actor, subject, before, after: { affected: 2 } });
    expect(made.changes).to.deep.equal({ name, affected: { before: null, after: { contents: 2 } } });
  });

  it('must have types of words with dots between', () => {
    for (const type of ['.created', 'label.', 'Label.created', 'a label.created'] as const) {
      expect(() => declareEvent(label, type, recorded), type).to.throw(TypeError);
    }
    expect(() => declareSubject('a label', () => null)).to.throw(TypeError);
  });
});
