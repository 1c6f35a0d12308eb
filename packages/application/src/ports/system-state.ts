/** Work that is done some pieces at a time. */
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
    /** Whether reads are sent to it: it answers, and is not too far behind. */
    readonly isUsed: boolean;
  }[];
  readonly load: {
    readonly passwords: Load;
    readonly smallDocuments: Load;
    readonly largeDocuments: Load;
  };
  /** At most `calls` in `seconds` seconds. */
  readonly limits: readonly { readonly name: string; readonly calls: number; readonly seconds: number }[];
}
