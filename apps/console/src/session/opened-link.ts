/** A link with a token in its fragment: that of the first start, of a mail for a new password, or of a preview. */
export interface OpenedLink {
  readonly kind: 'setup' | 'reset' | 'preview';
  readonly token: string;
}

const form = /^#(setup|reset|preview)=([\w-]+)$/u;

const isKind = (text: string | undefined): text is OpenedLink['kind'] =>
  text === 'setup' || text === 'reset' || text === 'preview';

/**
 * Returns the link that the address is, if it is one. The token of a link that works once is taken out of the address, so that neither the
 * history nor a copied address keeps it. That of a preview stays, so that a reload works. Browsers send fragments to no server.
 */
export function openedLink(): OpenedLink | undefined {
  const [, kind, token] = form.exec(window.location.hash) ?? [];
  if (token === undefined || !isKind(kind)) return undefined;
  if (kind !== 'preview') window.history.replaceState(undefined, '', window.location.pathname);
  return { kind, token };
}
