export { DocumentTooComplex, RendererBusy, RenderTimeout } from './errors.ts';
export type { MarkdownOptions } from './options.ts';
export { createMarkdownRenderer, type ClosableRenderer } from './renderer.ts';
