export { DocumentTooComplex, RendererBusy, RenderTimeout } from './errors.ts';
export type { Bounds, MarkdownOptions } from './options.ts';
export { type ClosableRenderer, createMarkdownRenderer } from './renderer.ts';
