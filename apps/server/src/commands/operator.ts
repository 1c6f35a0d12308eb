import { hostname, userInfo } from 'node:os';
import { operatorId, type Actor } from '@portcullis/domain';

/** Whoever runs a command at the server, as the audit trail names them: no account, but a user of the machine. */
export const operator = (command: string): Actor => ({
  id: operatorId,
  ipAddress: '127.0.0.1',
  userAgent: `portcullis ${command} (${userName()}@${hostname()})`,
});

/** A container may run as a user that its system does not know. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
