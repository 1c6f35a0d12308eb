export * from './portcullis.ts';
