/** The first millisecond of a day in the reader's zone, some days later; undefined if the text is no day. */
function startOf(day: string, daysLater: number): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(day)) return undefined;
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start;
}

/** @returns the limits of a period of whole days such as `2026-11-22` in the reader's zone, as the service takes them. */
export function periodOf(from: string, to: string): { from?: string; to?: string } {
  const first = startOf(from, 0);
  const end = startOf(to, 1);
  return {
    ...(first === undefined ? {} : { from: first.toISOString() }),
    ...(end === undefined ? {} : { to: new Date(end.getTime() - 1).toISOString() }),
  };
}
