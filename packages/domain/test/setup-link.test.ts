import { expect } from 'chai';
import { newSetupLink, requireOpenSetupLink } from '../src/accounts/setup-link.ts';
import { anId, refusalKind } from './support.ts';

describe('Setup link', () => {
  const start = new Date('2026-01-01T00:00:00.000Z');
  const after = (minutes: number, milliseconds = 0) => new Date(start.getTime() + minutes * 60_000 + milliseconds);
  const link = newSetupLink({ userId: anId(1), tokenHash: 'hash' }, start);

  it('is valid for half an hour', () => {
    for (const at of [start, after(30, -1)]) {
      expect(refusalKind(() => requireOpenSetupLink(link, false, at))).to.equal(undefined);
    }
    expect(refusalKind(() => requireOpenSetupLink(link, false, after(30)))).to.equal('setup-closed');
  });

  it('is no longer valid after it was used, or after its administrator has logged in', () => {
    const used = { ...link, usedAt: after(1) };
    expect(refusalKind(() => requireOpenSetupLink(used, false, after(2)))).to.equal('setup-closed');
    expect(refusalKind(() => requireOpenSetupLink(link, true, after(2)))).to.equal('setup-closed');
  });
});
