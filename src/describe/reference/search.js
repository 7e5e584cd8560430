// Search by keyboard: `/` goes there, arrows choose, Enter opens. The index is fetched when it is first needed.
import { prepared, ranked } from './ranking.js'

const form = document.querySelector('.search')
const input = document.getElementById('search')
const list = document.getElementById('found')
const most = 12
let index
let chosen = 0

form.hidden = false
form.addEventListener('submit', event => {
  event.preventDefault()
  open(list.children[chosen])
})
input.addEventListener('focus', load, { once: true })
input.addEventListener('input', show)
input.addEventListener('keydown', event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === 'Escape') close()
  if (!step || list.hidden) return
  event.preventDefault()
  choose((chosen + step + list.children.length) % list.children.length)
})
document.addEventListener('keydown', event => {
  const isTyping = event.target.closest('input, textarea, select, [contenteditable]')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
  input.select()
})
document.addEventListener('click', event => {
  if (!form.contains(event.target)) close()
})

function load() {
  index ??= fetch('/docs/search.json')
    .then(answer => answer.json())
    .then(prepared)
  return index
}

async function show() {
  const query = input.value.trim()
  const entries = await load()
  if (query === '') return close()
  const words = query.toLowerCase().split(/\s+/)
  const found = ranked(entries, query, most)
  list.replaceChildren(...found.map((one, place) => item(one, place, words)))
  if (found.length === 0) {
    const nothing = document.createElement('li')
    nothing.setAttribute('role', 'option')
    nothing.textContent = 'Nothing found. Try a field, an error code or part of a path.'
    list.append(nothing)
  }
  list.hidden = false
  input.setAttribute('aria-expanded', 'true')
  choose(0)
}

function item({ path, title, kind, name, anchor, said }, place, words) {
  const option = document.createElement('li')
  option.id = `found-${place}`
  option.setAttribute('role', 'option')
  option.dataset.at = anchor ? `${path}#${anchor}` : path
  option.addEventListener('click', () => open(option))
  const [what, where, more] = ['code', 'span', 'small'].map(tag => document.createElement(tag))
  what.textContent = name
  where.textContent = kind === 'guide' ? title : `${kind}, ${title}`
  more.textContent = excerpt(said, words)
  option.append(what, where, more)
  return option
}

/** Of a long text what stands around the first of the words that is in it. */
function excerpt(said, words) {
  const longest = 140
  if (said.length <= longest) return said
  const text = said.toLowerCase()
  const at = Math.min(...words.map(word => text.indexOf(word)).filter(found => found >= 0), said.length)
  const from = at === said.length || at < longest / 2 ? 0 : said.indexOf(' ', at - longest / 2) + 1
  const part = said.slice(from, from + longest)
  return `${from > 0 ? '… ' : ''}${part.slice(0, part.lastIndexOf(' '))} …`
}

function open(option) {
  if (!option?.dataset.at) return
  close()
  location.assign(option.dataset.at)
}

function choose(place) {
  chosen = place
  for (const [at, option] of [...list.children].entries())
    option.setAttribute('aria-selected', String(at === place))
  input.setAttribute('aria-activedescendant', list.children[place]?.id ?? '')
  list.children[place]?.scrollIntoView({ block: 'nearest' })
}

function close() {
  list.hidden = true
  input.setAttribute('aria-expanded', 'false')
  input.removeAttribute('aria-activedescendant')
}
