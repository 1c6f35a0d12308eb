export { RendererBusy, RenderTimeout } from './errors.ts';
export { settingsOf, type MarkdownOptions } from './options.ts';
export { createMarkdownRenderer, type ClosableRenderer } from './renderer.ts';
