import { EdgeRefusal, tooManyRequests } from '@portcullis/adapters-http';
import { createMarkdownRenderer, RendererBusy, RenderTimeout } from '@portcullis/adapters-markdown';
import type { MarkdownRenderer } from '@portcullis/application';
import type { Config } from './config.ts';
import { maxWaitingDocuments } from './limits.ts';

export interface Markdown {
  readonly markdown: MarkdownRenderer;
  readonly endRendering: () => Promise<void>;
}

export function openMarkdown({ markdownSanitize }: Config): Markdown {
  const renderer = createMarkdownRenderer({ sanitize: markdownSanitize, maxWaiting: maxWaitingDocuments });
  return { markdown: withRefusals(renderer), endRendering: renderer.close };
}

/**
 * The renderer as the HTTP side knows it: what it cannot take on now, or ever, is for the client to change. Refuses:
 * too-many-requests, body-too-large.
 */
export const withRefusals = (renderer: MarkdownRenderer): MarkdownRenderer => ({
  render: (markdown) => renderer.render(markdown).catch(refuse),
});

/** About what a large document takes: a place in the queue is free by then. */
const comeBackMs = 5000;

function refuse(error: unknown): never {
  if (error instanceof RendererBusy) {
    const quota = { name: 'markdown', calls: maxWaitingDocuments, seconds: comeBackMs / 1000 };
    throw tooManyRequests(quota, { remainingPoints: 0, msBeforeNext: comeBackMs });
  }
  if (error instanceof RenderTimeout) {
    throw new EdgeRefusal('body-too-large', 'This Markdown takes too long to convert. Please split it.');
  }
  throw error;
}
