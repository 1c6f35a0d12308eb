/** The fragment of the setup link that the terminal prints. */
const form = /^#setup=([\w-]+)$/u;

/** Takes the token of the first start out of the address, so that neither the history nor a copied address keeps it. */
export function takeSetupToken(): string | undefined {
  const token = form.exec(window.location.hash)?.[1];
  if (token !== undefined) window.history.replaceState(undefined, '', window.location.pathname);
  return token;
}
