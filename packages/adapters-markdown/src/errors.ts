/** The queue is full, so the document was not converted. The caller can try again later. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy';
}

/** The conversion exceeded its limit of CPU time, wall-clock time or memory. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

/**
 * The rows of the document's tables have far fewer cells than their header rows. Each missing cell becomes an empty
 * cell, so the HTML would be far larger than the document.
 */
export class DocumentTooComplex extends Error {
  override readonly name = 'DocumentTooComplex';
}
