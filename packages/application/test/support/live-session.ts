import { anId } from '@portcullis/testing';
import type { LiveSession } from '../../src/ports/live-updates.ts';

/** Returns a session of a user without any rights. Neither ends nor changes by time. */
export const aLiveSession = (given: Partial<LiveSession> = {}): LiveSession => ({
  id: anId(),
  userId: anId(),
  roleIds: [],
  drafts: false,
  reads: [],
  conditionalReads: [],
  roles: [],
  expiresAt: new Date('2999-01-01T00:00:00.000Z'),
  menuVersion: 'm1',
  accessChangesAt: null,
  accessChangedAt: null,
  ...given,
});
