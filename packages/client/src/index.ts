export { createClient, type Client, type ClientOptions, type Provider, type Schemas } from './client.ts';
export type { Call, OptionsArgument, PathWith, PayloadOf, RequestOptions, Verb } from './calls.ts';
export { liveMessages, type LiveMessage, type StreamConnection, type StreamOptions } from './live-messages.ts';
export { streamWhileVisible, type VisibleStreamOptions } from './stream-while-visible.ts';
export type { paths as Paths } from './openapi.ts';
export type { OperationId } from './operations.ts';
export { factorChallengeOf, PortcullisError, type ErrorCode, type ErrorReason } from './portcullis-error.ts';
export {
  readSignInResult,
  startSignIn,
  type ReturnedSignIn,
  type SignInError,
  type SignInIntent,
  type SignInRequest,
  type SignInStorage,
} from './provider-sign-in.ts';
export { runInOneTab } from './run-in-one-tab.ts';
export type { Fetch } from './send.ts';
export { tokensIn, tokensInMemory, type Tokens, type TokenStore } from './tokens.ts';
