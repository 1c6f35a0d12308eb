import S3rver from 's3rver';

/** A place where the service stores files. */
export interface StoreForTests {
  readonly title: string;
  /** Starts what the store needs. Returns the environment variables of the service. */
  readonly start: (directory: string) => Promise<Readonly<Record<string, string>>>;
  readonly stop: () => Promise<void>;
}

let server: S3rver | undefined;

/** The stores of the service: a folder, and a bucket. */
export const stores: readonly StoreForTests[] = [
  { title: 'a folder', start: async () => ({}), stop: async () => undefined },
  {
    title: 'a bucket',
    start: async (directory) => {
      const buckets = [{ name: 'media', configs: [] }];
      server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: buckets });
      const { port } = await server.run();
      return {
        MEDIA_STORE: 's3',
        MEDIA_S3_BUCKET: 'media',
        MEDIA_S3_ENDPOINT: `http://127.0.0.1:${port}`,
        MEDIA_S3_PATH_STYLE: 'true',
        MEDIA_S3_ACCESS_KEY_ID: 'S3RVER',
        MEDIA_S3_SECRET_ACCESS_KEY: 'S3RVER',
      };
    },
    stop: async () => server?.close(),
  },
];
