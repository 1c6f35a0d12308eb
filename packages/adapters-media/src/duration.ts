import { parseFile } from 'music-metadata';

/** Returns the duration of a video or of sound in seconds; null if the file does not contain it. */
export async function durationOf(path: string): Promise<number | null> {
  try {
    const { format } = await parseFile(path, { duration: true, skipCovers: true });
    const { duration } = format;
    return duration !== undefined && Number.isFinite(duration) && duration > 0
      ? Math.round(duration * 1000) / 1000
      : null;
  } catch {
    // The file is stored as it is, so its duration is not needed.
    return null;
  }
}
