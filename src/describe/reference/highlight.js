// Code as HTML with its words marked: comments, texts, numbers, words of the language, names. Used by the server and by
// the pages themselves.

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = text => text.replace(/[&<>"]/g, character => escapes[character])

const texts = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/
const numbers = /\b\d+(?:\.\d+)?\b/
const words = list => new RegExp(`\\b(?:${list.replaceAll(' ', '|')})\\b`)

const javaScript = [
  ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
  ['text', /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/],
  [
    'word',
    words(
      'import from export const let for of await async function return if else try catch throw new true false null undefined type',
    ),
  ],
  ['number', numbers],
]
const json = [
  ['name', /"(?:[^"\\\n]|\\.)*"(?=\s*:)/],
  ['text', texts],
  ['word', words('true false null')],
  ['number', /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/],
]
const shell = [
  ['comment', /(?<=^|\s)#[^\n]*/],
  ['name', /\$\w+|\$\{\w+\}/],
  ['text', texts],
  ['word', /(?<=^|\n|\| )(?:curl|export|echo|npm|npx|pip|jq|cat|for|do|done|cd|\.\/muster)\b/],
]
const rules = {
  json,
  ts: javaScript,
  js: javaScript,
  sh: shell,
  python: [
    ['comment', /#[^\n]*/],
    ['text', /"""[\s\S]*?"""|f?"(?:[^"\\\n]|\\.)*"|f?'(?:[^'\\\n]|\\.)*'/],
    [
      'word',
      words(
        'from import as for in with def class return if elif else try except raise print None True False not and or lambda',
      ),
    ],
    ['number', numbers],
  ],
  cs: [
    ['comment', /\/\/[^\n]*/],
    ['text', /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"/],
    ['word', words('using var new await async return true false null string int foreach in if else')],
    ['number', numbers],
  ],
  powershell: [
    ['comment', /#[^\n]*/],
    ['text', /@'\n[\s\S]*?\n'@|"[^"]*"|'[^']*'/],
    ['name', /\$[\w:]+/],
    ['word', /\b(?:Invoke|ConvertTo|ConvertFrom|Get|Set|Write)-\w+|(?<=\s)-[A-Z]\w+/],
    ['number', numbers],
  ],
}

const compiled = Object.fromEntries(
  Object.entries(rules).map(([language, own]) => [
    language,
    {
      names: own.map(([name]) => name),
      all: new RegExp(own.map(([, { source }]) => `(${source})`).join('|'), 'g'),
    },
  ]),
)

/** Languages that are not known are only escaped. */
export function highlighted(language, text) {
  const rule = compiled[language]
  if (!rule) return escaped(text)
  let html = ''
  let at = 0
  for (const found of text.matchAll(rule.all)) {
    const name = rule.names[found.slice(1).findIndex(part => part !== undefined)]
    html += `${escaped(text.slice(at, found.index))}<span class="${name}">${escaped(found[0])}</span>`
    at = found.index + found[0].length
  }
  return html + escaped(text.slice(at))
}
