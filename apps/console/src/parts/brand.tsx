/** The name of the console, which a team can set. The service writes it into the page. */
export const brandName = typeof document === 'undefined' ? '' : document.title;

/** The logo and the name of the console. */
export function Brand() {
  const logo = document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? undefined;
  return (
    <>
      <img class="logo" src={logo} alt="" />
      <span dir="auto">{brandName}</span>
    </>
  );
}
