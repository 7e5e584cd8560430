// Scans XML as it comes, piece by piece: elements as they open and close, and the text between them. What could grow beyond
// what is given, such as entities of its own, is refused. It runs in a browser too.
import { badRequest } from '../errors/problem.ts'

/** Names are without their prefix. */
export type XmlListener = {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close(name: string): void
  text(text: string): void
}

/** Nothing that is read here has longer texts or elements. */
const longestToken = 1024 * 1024

export class XmlScanner {
  private rest = ''
  private readonly listener: XmlListener
  private readonly what: string

  /** `what` is what people call it. */
  constructor(what: string, listener: XmlListener) {
    this.what = what
    this.listener = listener
  }

  push(more: string): void {
    const text = this.rest + more
    let at = 0
    for (;;) {
      const mark = text.indexOf('<', at)
      if (mark < 0) break
      const after = this.endOf(text, mark)
      if (after < 0) break
      if (mark > at) this.listener.text(this.decoded(text.slice(at, mark)))
      this.tell(text.slice(mark, after))
      at = after
    }
    this.rest = text.slice(at)
    if (this.rest.length > longestToken) throw this.damaged()
  }

  /** Refuses what ended too soon. */
  end(): void {
    if (this.rest.trim() !== '') throw this.damaged()
  }

  private damaged(): Error {
    return badRequest(`${this.what} cannot be read: its XML is damaged; save it again`)
  }

  /** Where the markup that begins here ends; -1 where more of it has to come. */
  private endOf(text: string, mark: number): number {
    const behind = (end: string) => {
      const at = text.indexOf(end, mark)
      return at < 0 ? -1 : at + end.length
    }
    const next = text[mark + 1]
    if (next === '?') return behind('?>')
    if (next === '!') {
      // As many letters as tell what it is.
      if (text.length < mark + 9) return -1
      if (text.startsWith('<!--', mark)) return behind('-->')
      if (text.startsWith('<![CDATA[', mark)) return behind(']]>')
      throw this.damaged()
    }
    let quote: number | undefined
    for (let at = mark + 1; at < text.length; at++) {
      const letter = text.charCodeAt(at)
      if (quote !== undefined) quote = letter === quote ? undefined : quote
      else if (letter === greater) return at + 1
      else if (letter === double || letter === single) quote = letter
    }
    return -1
  }

  private tell(markup: string): void {
    if (markup.startsWith('<?') || markup.startsWith('<!--')) return
    if (markup.startsWith('<![')) this.listener.text(markup.slice(9, -3))
    else if (markup[1] === '/') this.listener.close(localName(markup.slice(2, -1).trim()))
    else this.begin(markup)
  }

  private begin(markup: string): void {
    const isEmpty = markup.endsWith('/>')
    const inner = markup.slice(1, isEmpty ? -2 : -1)
    const space = inner.search(/\s/)
    const name = localName(space < 0 ? inner : inner.slice(0, space))
    this.listener.open(name, space < 0 ? {} : this.attributesIn(inner.slice(space)))
    if (isEmpty) this.listener.close(name)
  }

  private attributesIn(text: string): Record<string, string> {
    const found: Record<string, string> = {}
    for (let at = 0; ; ) {
      const equals = text.indexOf('=', at)
      if (equals < 0) return found
      const quote = text.slice(equals + 1).trimStart()[0]
      const from = quote === undefined ? -1 : text.indexOf(quote, equals + 1)
      const to = text.indexOf(quote!, from + 1)
      if ((quote !== '"' && quote !== "'") || to < 0) throw this.damaged()
      found[localName(text.slice(at, equals).trim())] = this.decoded(text.slice(from + 1, to))
      at = to + 1
    }
  }

  private decoded(text: string): string {
    if (!text.includes('&')) return text
    return text.replace(/&([^;]{0,12};?)/g, (_, entity: string) => {
      const known = entities[entity]
      if (known !== undefined) return known
      const [, hex, digits] = /^#(?:x([\da-f]+)|(\d+));$/i.exec(entity) ?? []
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      if (!(code <= 0x10ffff)) throw this.damaged()
      return String.fromCodePoint(code)
    })
  }
}

const [greater, double, single] = [62, 34, 39]

const entities: Record<string, string> = { 'lt;': '<', 'gt;': '>', 'amp;': '&', 'quot;': '"', 'apos;': "'" }

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
