export * from './provider-client.ts';
