/** A link with a token in its fragment: the link of the first start, the link in a mail for a new password, or a preview link. */
export interface OpenedLink {
  readonly kind: 'setup' | 'reset' | 'preview';
  readonly token: string;
}

const form = /^#(setup|reset|preview)=([\w-]+)$/u;

const isKind = (text: string | undefined): text is OpenedLink['kind'] =>
  text === 'setup' || text === 'reset' || text === 'preview';

/**
 * Returns the link in the address, or undefined if there is none. If the link works only once, its token is removed
 * from the address, so that the history and a copied address do not contain it. The token of a preview link stays, so
 * that a reload works. Browsers never send fragments to a server.
 */
export function openedLink(): OpenedLink | undefined {
  const [, kind, token] = form.exec(window.location.hash) ?? [];
  if (token === undefined || !isKind(kind)) return undefined;
  if (kind !== 'preview') window.history.replaceState(undefined, '', window.location.pathname);
  return { kind, token };
}
