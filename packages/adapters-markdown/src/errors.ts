/**
 * The queue is full, so the document was not converted. The caller can try again later.
 * @example
 * const renderer = createMarkdownRenderer();
 * const htmlOf = async (text: string) => {
 *   try {
 *     return (await renderer.render(text)).html;
 *   } catch (error) {
 *     if (error instanceof RendererBusy) return 'Try again later.';
 *     if (error instanceof RenderTimeout || error instanceof DocumentTooComplex) return 'Split the document.';
 *     throw error;
 *   }
 * };
 */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy';
}

/** The conversion exceeded its limit of CPU time, wall-clock time or memory. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

/**
 * In the tables of the document, rows have far fewer cells than the header row of the same table. Each missing cell
 * becomes an empty cell, so the HTML would be far larger than the document.
 */
export class DocumentTooComplex extends Error {
  override readonly name = 'DocumentTooComplex';
}
