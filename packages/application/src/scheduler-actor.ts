import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { operatorId } from '@portcullis/domain/internal/built-in';

/** The actor of events that are recorded because a time has passed. */
export const scheduler: Actor = {
  type: 'system',
  id: operatorId,
  name: 'schedule',
  ipAddress: '127.0.0.1',
  userAgent: 'portcullis',
  sessionId: null,
  requestId: null,
};
