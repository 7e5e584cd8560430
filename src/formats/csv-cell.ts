// A text as a cell of CSV: quoted where it has to be, and never run as a formula. Exports and the portal's pages both use
// it, so it knows nothing of either.

/** What begins so, a spreadsheet might run; the wide signs of Chinese, Japanese and Korean keyboards count as the others. */
export const formulaSigns = '=+-@\t\r\n＝＋－＠'
const signs = new Set([...formulaSigns].map(sign => sign.charCodeAt(0)))

/** Quoted also where another separator than a comma would take it apart. */
export function csvText(text: string): string {
  const safe = signs.has(text.charCodeAt(0)) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? quotedCell(safe) : safe
}

export const quotedCell = (text: string) => `"${text.replaceAll('"', '""')}"`
