const dayMs = 86_400_000;

/**
 * Returns a function that is called for each sign-in and returns the claims to warn of: those that neither this sign-in
 * nor an earlier one has had, each at most once a day. A person without a value for a claim that others have is no fault
 * of the configuration.
 * @param configured the names of the claims
 */
export function missingClaims(configured: readonly string[]) {
  const warnedAt = new Map(configured.map((claim) => [claim, -Infinity]));
  /** @param now the time in milliseconds */
  return (has: (claim: string) => boolean, now: number): readonly string[] => {
    for (const claim of configured) if (has(claim)) warnedAt.delete(claim);
    const due = [...warnedAt].flatMap(([claim, at]) => (now - at >= dayMs ? [claim] : []));
    for (const claim of due) warnedAt.set(claim, now);
    return due;
  };
}
