import type { OperationId } from '@portcullis/client';

/** The `operationId` of a button. The commands must not import the client, but may import this type. */
export type Operation = OperationId;
