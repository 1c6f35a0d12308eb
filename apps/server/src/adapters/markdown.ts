import { tooManyRequests } from '@portcullis/adapters-http/internal/checks/rate-limit';
import { HttpError } from '@portcullis/adapters-http/internal/responses/http-error';
import type { ClosableRenderer } from '@portcullis/adapters-markdown/internal/renderer';
import type { MarkdownRenderer } from '@portcullis/application/internal/ports/system';
import type { Config } from '../config/config.ts';
import type { RenderingLoad } from '../observability/metrics.ts';

export interface Markdown {
  readonly renderer: MarkdownRenderer;
  readonly endRendering: () => Promise<void>;
  readonly rendering: () => RenderingLoad;
}

/**
 * Returns a renderer whose code is loaded when it first converts Markdown or sanitises HTML. Startup and reads do not
 * need this code.
 */
export function openMarkdown({
  markdownSanitize,
  maxWaitingConversions: maxWaiting,
}: Pick<Config, 'markdownSanitize' | 'maxWaitingConversions'>): Markdown {
  let opened: Promise<ClosableRenderer> | undefined;
  let created: ClosableRenderer | undefined;
  const open = async (): Promise<ClosableRenderer> => {
    const { createMarkdownRenderer } = await import('@portcullis/adapters-markdown/internal/renderer');
    return (created = createMarkdownRenderer({ sanitize: markdownSanitize, maxWaiting }));
  };
  const renderer = (): Promise<ClosableRenderer> => (opened ??= open());
  const loaded: MarkdownRenderer = {
    render: async (markdown, pictures) => (await renderer()).render(markdown, pictures),
    clean: async (html) => (await renderer()).clean(html),
  };
  const none = { running: 0, waiting: 0 };
  return {
    renderer: withHttpErrors(loaded, maxWaiting),
    endRendering: async () => (await opened)?.close(),
    rendering: () => created?.load() ?? { small: none, large: none },
  };
}

/**
 * Returns a renderer for requests. It throws HTTP errors for failures to which a client can react.
 * @param maxWaiting the length of the queue, for the headers of responses with status 429
 * @throws {HttpError} too-many-requests, body-too-large
 */
export const withHttpErrors = (renderer: MarkdownRenderer, maxWaiting: number): MarkdownRenderer => ({
  render: (markdown, pictures) =>
    renderer.render(markdown, pictures).catch((error: unknown) => refuse(error, maxWaiting)),
  clean: (html) => renderer.clean(html).catch((error: unknown) => refuse(error, maxWaiting)),
});

/**
 * The `Retry-After` when the queue is full, in milliseconds. It is about the time for the conversion of a large
 * document.
 */
const retryAfterMs = 5000;

async function refuse(error: unknown, maxWaiting: number): Promise<never> {
  const { DocumentTooComplex, RendererBusy, RenderTimeout } = await import(
    '@portcullis/adapters-markdown/internal/errors'
  );
  if (error instanceof RendererBusy) {
    const quota = { name: 'markdown', calls: maxWaiting, seconds: retryAfterMs / 1000 };
    throw tooManyRequests(quota, { remainingPoints: 0, msBeforeNext: retryAfterMs });
  }
  if (error instanceof RenderTimeout) {
    throw new HttpError('body-too-large', 'This Markdown takes too long to convert. Please split it.');
  }
  if (error instanceof DocumentTooComplex) throw new HttpError('body-too-large', error.message);
  throw error;
}
