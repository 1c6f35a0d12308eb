import { hostname, userInfo } from 'node:os';
import { operatorId, type Actor } from '@portcullis/domain';

/** The actor in the audit records of commands: the operating-system user, who has no account in the service. */
export const operator = (command: string): Actor => ({
  id: operatorId,
  ipAddress: '127.0.0.1',
  userAgent: `portcullis ${command} (${userName()}@${hostname()})`,
});

/** Returns the user id if it has no name, which is common in containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
