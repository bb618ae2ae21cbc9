// Style sheets of parts that are loaded late. Their text comes with the code, so that they need neither a request
// nor inline styles.
const adopted = new Set<string>();

/** adopt adds the text of a style sheet to the page, once. */
export function adopt(css: string): void {
  if (adopted.has(css)) return;
  adopted.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
