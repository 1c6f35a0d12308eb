export * from './errors.ts';
export * from './options.ts';
export * from './renderer.ts';
