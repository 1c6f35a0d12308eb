import { concerns, type LiveMessage } from '@portcullis/domain';
import type { LiveSession } from '../ports/live-updates.ts';
import type { PlacedNotice } from './recent-notices.ts';

/**
 * Returns the messages that the stream of a session gets for these notices, in the order of the notices. If there are
 * several `access.changed` messages, only the last one is returned. The same applies to `profile.changed`.
 */
export function messagesFor(session: LiveSession, notices: readonly PlacedNotice[]): readonly LiveMessage[] {
  const messages: LiveMessage[] = [];
  let access: LiveMessage | undefined;
  let profile: LiveMessage | undefined;
  for (const { notice, position } of notices) {
    if (!concerns(notice, session)) continue;
    if (notice.kind === 'content') {
      const { type, id, title } = notice;
      messages.push({ type, position, data: { id, title } });
    } else if (notice.kind === 'profile') {
      profile = { type: 'profile.changed', position, data: {} };
    } else if (notice.kind === 'access') {
      access = { type: 'access.changed', position, data: { menuVersion: session.menuVersion } };
    }
  }
  const last = [access, profile].filter((message) => message !== undefined);
  return [...messages, ...last].toSorted((a, b) => a.position - b.position);
}
