import { hostname, userInfo } from 'node:os';
import { operatorId, type Actor } from '@portcullis/domain';

/** The actor of commands: the operating-system user, who has no account in the service. */
export const operator = (command: string): Actor => ({
  type: 'system',
  id: operatorId,
  name: userName(),
  ipAddress: '127.0.0.1',
  userAgent: `portcullis ${command} (${userName()}@${hostname()})`,
  sessionId: null,
  requestId: null,
});

/** Returns the user id if it has no name, which is common in containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
