export { accessControlProvider, type AccessControl, type OperationNames } from './access-control-provider.ts';
export { authProvider, type AuthProviderOptions, type Identity, type LogInValues } from './auth-provider.ts';
export { dataProvider } from './data-provider.ts';
export { liveProvider, type Unsubscribe } from './live-provider.ts';
export { ProviderError } from './provider-error.ts';
