import { contentSubject } from '../shared/subjects.ts';
import { builtInEvent, recordedFields } from '../shared/declare-event.ts';
import type { ContentId, Id, UserId } from '../shared/ids.ts';
import type { TextRule } from '../names/text.ts';
import { later } from '../shared/later.ts';

/** The id of a preview link. */
export type PreviewLinkId = Id<'PreviewLink'>;

/**
 * A link with which anyone can read a content until the link expires or is revoked. If the content has a working copy,
 * the link shows the unpublished changes in this copy.
 */
export interface PreviewLink {
  readonly id: PreviewLinkId;
  readonly contentId: ContentId;
  /** SHA-256 of the token in the link. The token itself is not stored. */
  readonly tokenHash: string;
  /** The user who created the link. */
  readonly authorId: UserId | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The syntax of a lifetime: a number of hours or days, from one hour to seven days. */
export const previewLifetimeRule: TextRule = {
  min: 2,
  max: 4,
  pattern: /^(?:(?:1[0-5]\d|16[0-8]|[1-9]\d?)h|[1-7]d)$/,
  requirement: 'be a duration from 1h to 7d, such as 12h or 3d',
};

const hourMs = 3_600_000;
const unitMs = { h: hourMs, d: 24 * hourMs };

/** Returns the time at which a link expires. `lifetime` must follow `previewLifetimeRule`. */
export const previewExpiry = (lifetime: string, at: Date): Date =>
  later(at, Number.parseInt(lifetime, 10) * (lifetime.endsWith('h') ? unitMs.h : unitMs.d));

const recorded = recordedFields<PreviewLink>()('id', 'expiresAt');

/** The events of preview links. */
export const previewLinkEvents = {
  created: builtInEvent(contentSubject, 'content.previewLink.created', recorded),
  revoked: builtInEvent(contentSubject, 'content.previewLink.revoked', recorded),
};
