const kinds = ['setup', 'reset', 'invitation', 'email-change', 'preview'] as const;

/** A link with a token in its fragment: the link of the first start, a link in a mail, or a preview link. */
export interface OpenedLink {
  readonly kind: (typeof kinds)[number];
  readonly token: string;
}

const form = /^#([a-z-]+)=([\w-]+)$/u;

/**
 * Returns the link in the address, or undefined if there is none. If the link works only once, its token is removed
 * from the address, so that the history and a copied address do not contain it. The token of a preview link stays, so
 * that a reload works. Browsers never send fragments to a server.
 */
export function openedLink(): OpenedLink | undefined {
  const [, name, token] = form.exec(window.location.hash) ?? [];
  const kind = kinds.find((each) => each === name);
  if (token === undefined || kind === undefined) return undefined;
  if (kind !== 'preview') window.history.replaceState(undefined, '', window.location.pathname);
  return { kind, token };
}
