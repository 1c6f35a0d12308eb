import { hostname, userInfo } from 'node:os';
import { operatorId, type Actor } from '@portcullis/domain';

/** The actor of audit records for commands: a user of the machine, which has no account. */
export const operator = (command: string): Actor => ({
  id: operatorId,
  ipAddress: '127.0.0.1',
  userAgent: `portcullis ${command} (${userName()}@${hostname()})`,
});

/** Containers may run as a user id without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
