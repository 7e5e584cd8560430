// Names of files as they are kept and downloaded: a plain name that shows what it is, and no path, hidden direction of
// writing or ending of another type.
import { endingsOf } from './file-type.ts'

export const longestName = 255

/** What an ending looks like, so that it is replaced and not added to. */
const ending = /\.([a-z][a-z0-9]{0,9})$/i
/** What some systems take for devices. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** The name that content of this type goes by: the one given, without what does not belong in a name, and with an ending
 * of its type where we know which these are. */
export function cleanFileName(given: string, contentType: string): string {
  const visible = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(device, '_$1')
  const endings = endingsOf(contentType)
  const has = ending.exec(visible)?.[1]?.toLowerCase()
  const isRight = endings.length === 0 || (has !== undefined && endings.includes(has))
  const stem = isRight ? visible : has === undefined ? visible : visible.replace(ending, '')
  const added = isRight ? '' : `.${endings[0]}`
  return `${cut(stem || 'file', longestName - added.length)}${added}`
}

/** No longer than that, and no half of a character; what is cut keeps its ending. */
function cut(name: string, most: number): string {
  if (name.length <= most) return name
  const kept = ending.exec(name)?.[0] ?? ''
  return `${name.slice(0, most - kept.length).replace(/[\ud800-\udbff]$/, '')}${kept}`
}
