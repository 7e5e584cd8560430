// Our own Markdown as HTML: the subset that the reference is written in, and nothing that could run.
import { escaped, highlighted } from './highlight.js'

export { escaped }

export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[`'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Code, strong words and links inside a line. */
export function inlineHtml(text: string): string {
  return escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(((?:https?:|\/|#)[^)\s]*)\)/g, '<a href="$2">$1</a>')
}

/** `headings` counts those of the same words: a changelog has `Fixed` under each version. */
type Lines = { all: readonly string[]; at: number; headings: Map<string, number> }
type Block = (lines: Lines) => string | undefined

export function htmlOf(markdown: string): string {
  const lines: Lines = { all: markdown.split('\n'), at: 0, headings: new Map() }
  const html: string[] = []
  while (lines.at < lines.all.length) {
    if (lines.all[lines.at] === '') lines.at++
    else html.push(nextBlock(lines))
  }
  return html.join('\n')
}

/** What the next lines are, by the first kind of block that takes them. */
function nextBlock(lines: Lines): string {
  for (const block of blocks) {
    const made = block(lines)
    if (made !== undefined) return made
  }
  throw new Error(`Line ${lines.at} is no block`)
}

/** Takes lines as long as they look alike. */
function take(lines: Lines, alike: (line: string) => boolean): string[] {
  const from = lines.at
  while (lines.at < lines.all.length && alike(lines.all[lines.at]!)) lines.at++
  return lines.all.slice(from, lines.at)
}

const current = ({ all, at }: Lines) => all[at]!

const heading: Block = lines => {
  const found = /^(#{1,4}) (.+)$/.exec(current(lines))
  if (!found) return undefined
  lines.at++
  const level = found[1]!.length
  const [text, aside] = found[2]!.split(' ∙ ') as [string, string?]
  const more = aside ? ` <span>${inlineHtml(aside)}</span>` : ''
  const slug = anchorAmong(lines.headings, slugOf(text))
  return `<h${level} id="${slug}">${level === 1 ? inlineHtml(text) : `<a href="#${slug}">${inlineHtml(text)}</a>`}${more}</h${level}>`
}

/** The second of the same words is `fixed-1`, as on other sites that show Markdown. */
function anchorAmong(headings: Lines['headings'], slug: string): string {
  const before = headings.get(slug) ?? 0
  headings.set(slug, before + 1)
  return before === 0 ? slug : `${slug}-${before}`
}

type Code = { language: string; title: string; text: string }

export const codeBlock = ({ language, title, text }: Code) =>
  `<div class="code">${title ? `<p class="label">${inlineHtml(title)}</p>` : ''}<pre tabindex="0"><code data-language="${escaped(language)}">${highlighted(language, text)}</code></pre></div>`

/** One is shown at a time: radio buttons choose it, and no script is needed for that. */
export function sampleSet(set: readonly Code[], id: string): string {
  const choices = set.map(
    ({ title }, index) =>
      `<input type="radio" name="${id}" id="${id}-${index}" value="${escaped(title)}"${index === 0 ? ' checked' : ''}><label for="${id}-${index}">${escaped(title)}</label>`,
  )
  return `<div class="set"><fieldset class="tabs"><legend class="unseen">Language</legend>${choices.join('')}</fieldset>${set.map(codeBlock).join('')}</div>`
}

/** Several code blocks with titles, one after the other, are one set. */
const code: Block = lines => {
  if (!current(lines).startsWith('```')) return undefined
  const from = lines.at
  const set: Code[] = []
  while (lines.at < lines.all.length && current(lines).startsWith('```')) {
    const [language, ...title] = current(lines).slice(3).split(' ') as [string, ...string[]]
    lines.at++
    const text = take(lines, line => line !== '```').join('\n')
    lines.at++
    set.push({ language, title: title.join(' '), text })
    if (title.length === 0) break
    const end = lines.at
    take(lines, line => line === '')
    if (!/^```\w* ./.test(lines.all[lines.at] ?? '')) lines.at = end
  }
  return set.length > 1 ? sampleSet(set, `code-${from}`) : codeBlock(set[0]!)
}

const cells = (row: string) =>
  row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => inlineHtml(cell.trim().replaceAll('\\|', '|')))

const table: Block = lines => {
  if (!current(lines).startsWith('|')) return undefined
  const [head, , ...rows] = take(lines, line => line.startsWith('|'))
  const headings = cells(head!).map(cell => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`))
  const body = rows.map(
    row =>
      `<tr>${cells(row)
        .map(cell => `<td>${cell}</td>`)
        .join('')}</tr>`,
  )
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${headings.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

const mark = /^(- |\d+\. )/

const list: Block = lines => {
  if (!mark.test(current(lines))) return undefined
  const kind = current(lines).startsWith('- ') ? 'ul' : 'ol'
  const items: string[][] = []
  for (const line of take(lines, line => mark.test(line) || /^ {2,}\S/.test(line))) {
    if (mark.test(line)) items.push([line.replace(mark, '')])
    else items.at(-1)!.push(line)
  }
  return `<${kind}>${items.map(item => `<li>${listItem(item)}</li>`).join('')}</${kind}>`
}

/** Its text, and the lists inside it, which are indented. */
function listItem(item: readonly string[]): string {
  const at = item.findIndex(line => mark.test(line.trimStart()) && line.startsWith(' '))
  const [text, inside] = at < 0 ? [item, []] : [item.slice(0, at), item.slice(at)]
  const indent = inside[0]?.search(/\S/) ?? 0
  return (
    inlineHtml(text.map(line => line.trim()).join(' ')) +
    htmlOf(inside.map(line => line.slice(indent)).join('\n'))
  )
}

const paragraph: Block = lines => {
  const first = lines.all[lines.at++]!
  const rest = take(lines, line => line !== '' && !/^(#|```|\||- |\d+\. )/.test(line))
  return `<p>${inlineHtml([first, ...rest].join(' '))}</p>`
}

const blocks: readonly Block[] = [heading, code, table, list, paragraph]
