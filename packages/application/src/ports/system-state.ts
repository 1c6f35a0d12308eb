/** The load of a part of the service that works on a limited number of tasks at a time. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

/** The state of a process and of its connections to the database, read without a query. */
export interface SystemState {
  readonly version: string;
  readonly database: {
    readonly kind: 'embedded' | 'postgresql';
    readonly connections: { readonly inUse: number; readonly idle: number; readonly waiting: number };
  };
  readonly replicas: readonly {
    /** Host and port. */
    readonly name: string;
    /** Whether reads are sent to the replica, because it responds and does not lag too much. */
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
