/** For the commands, which run without the client and import nothing of it but types. */
export type { OperationId } from '@portcullis/client';
