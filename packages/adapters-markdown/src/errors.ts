/** The queue is full, and the document was not converted. Try again later. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy';
}

/** The document exceeds the limit of CPU time, wall-clock time or memory, even without highlighting. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

/** The HTML would be far larger than the document, because the rows of its tables lack most of their cells. */
export class DocumentTooComplex extends Error {
  override readonly name = 'DocumentTooComplex';
}
