/** The load of a component that executes a limited number of tasks simultaneously. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

/** What a check of an installation says about one part of it. */
export interface InstallationFinding {
  /** The part, such as `database`. A part without fault has one finding; otherwise, each fault has one. */
  readonly part: string;
  /** `skipped`: it could not be checked, and the message says why. */
  readonly status: InstallationStatus;
  /** What was found, and what to do about it, in one line. */
  readonly message: string;
}

/** What a check found: nothing wrong, something unusual, a fault, or nothing because it could not look. */
export type InstallationStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** The state of a process and of its database connections. Reading the state needs no query. */
export interface SystemState {
  readonly version: string;
  readonly database: {
    readonly kind: 'embedded' | 'postgresql';
    readonly connections: { readonly inUse: number; readonly idle: number; readonly waiting: number };
  };
  readonly replicas: readonly {
    /** Host and port. */
    readonly name: string;
    /** Whether reads are sent to this replica. A replica that does not respond or lags too far behind is not used. */
    readonly isUsed: boolean;
  }[];
  readonly load: {
    readonly passwords: Load;
    readonly smallDocuments: Load;
    readonly largeDocuments: Load;
  };
  /** The rate limits: each allows at most `calls` calls in `seconds` seconds. */
  readonly limits: readonly { readonly name: string; readonly calls: number; readonly seconds: number }[];
}
