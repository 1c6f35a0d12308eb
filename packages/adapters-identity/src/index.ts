export { providerClient, type ProviderClient, type ProviderClientOptions } from './provider-client.ts';
