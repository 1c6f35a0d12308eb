import { hostname, userInfo } from 'node:os';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { operatorId } from '@portcullis/domain/internal/built-in';

/** Returns the actor of a command: the operating-system user, who has no account in the service. */
export const operator = (command: string): Actor => ({
  type: 'system',
  id: operatorId,
  name: userName(),
  ipAddress: '127.0.0.1',
  userAgent: `portcullis ${command} (${userName()}@${hostname()})`,
  sessionId: null,
  requestId: null,
});

/** Returns the name of the operating-system user, or the numeric id for users without a name, as in containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
