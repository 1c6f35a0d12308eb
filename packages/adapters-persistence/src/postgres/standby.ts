import type pg from 'pg';

/** A connection that must lead to the primary has led to a standby. */
class StandbyRefused extends Error {
  override readonly name = 'StandbyRefused';
  /** The SQLSTATE with which a standby refuses a write. */
  readonly code = '25006';

  constructor() {
    super('The connection leads to a standby, which refuses writes.');
  }
}

/**
 * Refuses a connection to a standby. A proxy such as HAProxy may lead to one for a moment after a fail-over or after its
 * own start, and an access check there could still find a revoked role. Every server reports what it is when a connection
 * begins. Must be called before the connection is opened.
 */
export function refuseStandby({ connection }: pg.Client): void {
  connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return;
    // The message that makes the connection ready may have arrived as well.
    connection.removeAllListeners('readyForQuery');
    connection.stream.destroy(new StandbyRefused());
  });
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}
