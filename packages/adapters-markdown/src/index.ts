export type { Rendered } from './convert.ts';
export { RendererBusy, RenderTimeout } from './errors.ts';
export type { MarkdownOptions } from './options.ts';
export type { TocEntry } from './outline.ts';
export { createMarkdownRenderer, type OutliningRenderer } from './renderer.ts';
