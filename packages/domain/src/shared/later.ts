/** Returns the time that is `ms` milliseconds after `at`. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
