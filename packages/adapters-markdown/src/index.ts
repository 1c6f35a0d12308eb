export { DocumentTooComplex, RendererBusy, RenderTimeout } from './errors.ts';
export { reservedMegabytes, settingsOf, type MarkdownOptions, type Settings } from './options.ts';
export { createMarkdownRenderer, type ClosableRenderer } from './renderer.ts';
