import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes } from '@portcullis/domain/internal/events/event-types';
import { expect } from 'chai';
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
 * later call, or clean up. `inTransaction` is part of use cases, which have cases.
 */
const unrecorded: readonly string[] = [
  'acceptLostSecretsKeys',
  'beginPasskey',
  'beginPasskeyLogin',
  'checkMedia',
  'checkSecretsKeys',
  'checkSetup',
  'checkStoreClaim',
  'claimStore',
  'compareSecretsKeys',
  'copyMedia',
  'createStreamTicket',
  'endKeyTokens',
  'enrolTotp',
  'finishSignIn',
  'inTransaction',
  'indexContents',
  'listPreviewLinks',
  'makeVariants',
  'previewImport',
  'queueEvents',
  'readMediaUsage',
  'readPreview',
  'rebuildVariants',
  'recordKeyUse',
  'redeemStreamTicket',
  'reencryptSecrets',
  'removeExpired',
  'removeOldRevisions',
  'removeUnnamedVariants',
  'storeClaim',
  'sweepMedia',
  'whatIf',
];

const sources = join(import.meta.dirname, '../../src');

/**
 * Returns the names of the use cases that may change data: the exported functions with one parameter that use the unit
 * of work, or pass their dependencies to a function that may use it.
 */
async function exportedUseCases(): Promise<readonly string[]> {
  const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  const files: readonly object[] = await Promise.all(paths.map((path) => import(join(sources, path))));
  const exported = new Map(files.flatMap((file) => Object.entries<unknown>({ ...file })));
  return [...exported].flatMap(([name, value]) => (isUseCase(value) ? [name] : []));
}

const isUseCase = (value: unknown): boolean =>
  typeof value === 'function' && value.length === 1 && /\b(?:work|deps)\b/.test(String(value));

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

  it('every exported use case has a test case, except those in the list of exceptions', async () => {
    const exported = await exportedUseCases();
    expect([...new Set(cases.map(({ useCase }) => useCase)), ...unrecorded]).to.have.members(exported);
  });

  it('the use cases record events of every type in `eventTypes`, and of no other type', () => {
    expect([...seen]).to.have.members(eventTypes);
  });
});
