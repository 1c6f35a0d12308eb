export * from './portcullis';
