export { type FrontEnd, soybeanApi } from './api.ts';
export type { Answer, RequestConfig, RowVersion } from './calls.ts';
export type { GrantCalls, GrantOption } from './grant-calls.ts';
export { axiosSettings, challengeAfter, codeOf, conflictOf, messageOf } from './http.ts';
export { type LiveOptions, listenForChanges } from './live.ts';
export { formRules } from './rules.ts';
export { type TokenRenewal, type TokenStorage, renewTokens, storeLoginToken } from './token-renewal.ts';
export { type Names, anyNames } from './values.ts';
