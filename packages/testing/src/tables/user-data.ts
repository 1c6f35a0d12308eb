import type { ContentId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { State, StoredContent } from './state.ts';
import { incrementVersion } from './versioned-tables.ts';

/**
 * Removes what belongs to a user, such as sessions and factors. The user's contents stay, but without an author.
 * @returns the number of these contents
 */
export function removeUserData(state: State, id: UserId): number {
  state.passwordHashes.delete(id);
  state.passwordResets.delete(id);
  state.unconfirmed.delete(id);
  state.loginAddresses.delete(id);
  state.lastLogins.delete(id);
  state.setupLinks.delete(id);
  state.userRoles.delete(id);
  state.recoveryCodes.delete(id);
  for (const [sourceId, userId] of state.importedUsers) if (userId === id) state.importedUsers.delete(sourceId);
  for (const factor of state.factors.values()) if (factor.userId === id) state.factors.delete(factor.id);
  for (const [hash, { userId }] of state.loginChallenges) if (userId === id) state.loginChallenges.delete(hash);
  for (const [hash, { userId }] of state.passkeyChallenges) if (userId === id) state.passkeyChallenges.delete(hash);
  for (const identity of state.identities.values()) if (identity.userId === id) state.identities.delete(identity.id);
  for (const session of state.sessions.values()) if (session.userId === id) state.sessions.delete(session.id);
  for (const key of state.apiKeys.values()) if (key.ownerId === id) state.apiKeys.delete(key.id);
  const contents =
    withoutAuthor(state.contents, state.counted, id) + withoutAuthor(state.removedContents, state.counted, id);
  for (const file of [...state.media.values()].filter(({ uploaderId }) => uploaderId === id)) {
    state.media.set(file.id, { ...file, uploaderId: null });
    incrementVersion({ rows: state.media, counted: state.counted }, file.id);
  }
  return contents;
}

function withoutAuthor<Row extends StoredContent>(
  rows: Map<ContentId, Row>,
  counted: State['counted'],
  id: UserId,
): number {
  const own = [...rows.values()].filter(({ authorId }) => authorId === id);
  for (const content of own) {
    rows.set(content.id, { ...content, authorId: null });
    incrementVersion({ rows, counted }, content.id);
  }
  return own.length;
}
