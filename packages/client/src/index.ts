export type {
  AnyCall,
  AnyRequestOptions,
  Call,
  OptionsArgument,
  PathWith,
  PayloadOf,
  RequestOptions,
  Verb,
} from './calls.ts';
export * from './client.ts';
export * from './create-client.ts';
export * from './live-messages.ts';
export type { paths as Paths } from './openapi.ts';
export type { OperationId } from './operations.ts';
export { type ErrorCode, type ErrorReason, factorChallengeOf, PortcullisError } from './portcullis-error.ts';
export * from './provider-sign-in.ts';
export * from './run-in-one-tab.ts';
export type { Fetch } from './send.ts';
export * from './stream-while-visible.ts';
export { type StringStorage, type Tokens, tokensIn, tokensInMemory, type TokenStore } from './tokens.ts';
export type { UploadOptions, UploadProgress } from './upload.ts';
export { ifVersion, versionConflictOf } from './versions.ts';
