import { eventTypes } from '@portcullis/domain/internal';
import { expect } from 'chai';
import * as application from '../../src/internal.ts';
import { given, InMemoryWorld } from '@portcullis/testing';
import { accessCases } from './access-cases.ts';
import { attributeCases } from './attribute-cases.ts';
import { apiKeyCases } from './api-key-cases.ts';
import { accountCases } from './account-cases.ts';
import { ada, type ExpectedEvent } from './cases.ts';
import { contentCases } from './content-cases.ts';
import { factorCases } from './factor-cases.ts';
import { identityCases } from './identity-cases.ts';
import { mediaCases } from './media-cases.ts';
import { menuCases } from './menu-cases.ts';
import { sessionCases } from './session-cases.ts';
import { textCases } from './text-cases.ts';
import { webhookCases } from './webhook-cases.ts';
import { workingCopyCases } from './working-copy-cases.ts';

const cases = [
  ...accountCases,
  ...sessionCases,
  ...factorCases,
  ...identityCases,
  ...accessCases,
  ...menuCases,
  ...mediaCases,
  ...textCases,
  ...contentCases,
  ...workingCopyCases,
  ...webhookCases,
  ...apiKeyCases,
  ...attributeCases,
];

/**
 * Exported functions that need no case. Most of them add no event, because they change no data, store only data for a
 * later call, or clean up. `webhookDeliverySender`, `ownUseCases` and the functions of `changes.ts` are parts of
 * other use cases, which have cases.
 */
const unrecorded: readonly (keyof typeof application)[] = [
  'acceptLostSecretsKeys',
  'addEntity',
  'beginPasskey',
  'beginPasskeyLogin',
  'changeEntity',
  'checkSecretsKeys',
  'checkSetup',
  'compareRevisions',
  'compareSecretsKeys',
  'contentAttributes',
  'createStreamTicket',
  'describeConflicts',
  'endKeyTokens',
  'enrolTotp',
  'evaluateAccess',
  'findManagedKey',
  'filterAccess',
  'filterOwnAccess',
  'finishSignIn',
  'indexContents',
  'listConstantRoutes',
  'chooseBytes',
  'isMediaReached',
  'listMedia',
  'makeVariants',
  'readMedia',
  'ownMediaId',
  'pictureAddressesOf',
  'readMediaUsage',
  'sweepMedia',
  'checkMedia',
  'rebuildVariants',
  'removeUnnamedVariants',
  'copyMedia',
  'checkStoreClaim',
  'claimStore',
  'listContents',
  'listPreviewLinks',
  'listRevisions',
  'listUserRoutes',
  'isReached',
  'lockContent',
  'mailDeliverySender',
  'ownUseCases',
  'previewContent',
  'previewImport',
  'whatIf',
  'withPictures',
  'queueEvents',
  'readConditionedContent',
  'readContent',
  'readContentBySlug',
  'readPreview',
  'readPublishedContent',
  'readRevision',
  'readWholeText',
  'readWorkingCopy',
  'recordChange',
  'recordKeyUse',
  'redeemStreamTicket',
  'reencryptSecrets',
  'removeEntity',
  'removeExpired',
  'removeOldRevisions',
  'runOnce',
  'searchContents',
  'startSignIn',
  'untilCancelled',
  'updateEntity',
  'userRoutesCache',
  'webhookDeliverySender',
];

const isFunction = (value: unknown): boolean => typeof value === 'function' && !/^class\b/.test(String(value));

describe('Events of use cases', () => {
  const seen = new Set<string>();
  for (const { useCase, when, write } of cases) {
    it(`${useCase} records exactly its events and changes${when === undefined ? '' : `, when ${when}`}`, async () => {
      const world = InMemoryWorld.seeded();
      await given(world, { users: [ada] });
      let start = 0;
      const expected = await write(world, async () => {
        start = await world.events.lastPosition();
      });
      const recorded = (await world.events.after(start, 100)).map(
        ({ type, actor: { type: kind, id, name }, subject, changes }): ExpectedEvent => ({
          type,
          actor: { type: kind, id, name },
          subject,
          changes: Object.fromEntries(
            Object.entries(changes).map(([field, { before, after }]) => [field, [before, after]]),
          ),
        }),
      );
      expect(recorded).to.deep.equal(expected);
      for (const { type } of recorded) seen.add(type);
    });
  }

  it('every exported use case has a test case, except those in the list of exceptions', () => {
    const exported = Object.entries(application).flatMap(([name, value]) => (isFunction(value) ? [name] : []));
    expect([...new Set(cases.map(({ useCase }) => useCase)), ...unrecorded]).to.have.members(exported);
  });

  it('the use cases record events of every type in `eventTypes`, and of no other type', () => {
    expect([...seen]).to.have.members(eventTypes);
  });
});
