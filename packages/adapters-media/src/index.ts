export { diskStore } from './disk-store.ts';
export { type ClosableInspector, mediaInspector, type MediaInspectorOptions } from './inspector.ts';
export { localFiles } from './local-files.ts';
export type { Load } from './process-pool.ts';
