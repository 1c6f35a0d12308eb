export { type ClosableStore, s3Store, type S3StoreOptions } from './s3-store.ts';
