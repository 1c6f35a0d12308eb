/** The load of a component that executes a limited number of tasks simultaneously. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

/** What a process did in one minute. */
export interface MinuteFigures {
  /** The beginning of the minute. */
  readonly from: Date;
  readonly requests: number;
  /** Number of responses with a status of 500 or more. */
  readonly errors: number;
  /** Milliseconds that 95 % of the requests did not exceed; null if there were no requests. */
  readonly p95Ms: number | null;
  /** The largest number of requests that waited for a connection or a thread, as sampled once in a second. */
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
  /** Whether mails are sent to a mail server. Otherwise, they are printed to the terminal or cannot be sent. */
  readonly hasMailServer: boolean;
  /** Whether the public address of the service is configured, which links and passkeys need. */
  readonly hasPublicUrl: boolean;
  /** What this process did in each of the last 60 minutes, the oldest first. */
  readonly figures: readonly MinuteFigures[];
  /** The rate limits: each allows at most `calls` calls in `seconds` seconds. */
  readonly limits: readonly { readonly name: string; readonly calls: number; readonly seconds: number }[];
}
