// What the reference does in a browser: copying, the language that was chosen last, a key for this page, what that key
// may call, and trying it. Without it everything can still be read.
import { highlighted } from './highlight.js'
import { addressOf, samplesOf } from './samples.js'
import './search.js'

const base = '/api/open/v1'
const wide = matchMedia('(min-width: 56.01rem)')
const menu = document.querySelector('.menu')
const openMenu = () => {
  menu.open = wide.matches
}
openMenu()
wide.addEventListener('change', openMenu)

/** What is linked to may lie in a part that is folded away. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  for (let at = target?.closest('details'); at; at = at.parentElement.closest('details')) at.open = true
  const inside = target?.querySelector(':scope > details')
  if (inside) inside.open = true
  target?.scrollIntoView()
}
addEventListener('hashchange', reveal)
if (location.hash) reveal()

function copyable(block) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    button.textContent = (await copied(block.querySelector('pre'))) ? 'Copied' : 'Select and copy'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  block.prepend(button)
}
for (const block of document.querySelectorAll('.code')) copyable(block)

/** Over plain HTTP browsers have no clipboard to write to, only the command. */
async function copied(pre) {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(pre.textContent).then(
      () => true,
      () => false,
    )
  getSelection().selectAllChildren(pre)
  return document.execCommand('copy')
}

/** The language that was chosen last is chosen everywhere it is offered. */
function choose(title) {
  for (const input of document.querySelectorAll('.tabs input'))
    if (input.value === title) input.checked = true
}
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.tabs input')) return
  choose(target.value)
  remembered()?.setItem('language', target.value)
})
choose(remembered()?.getItem('language'))

/** Nothing where the browser is told to keep nothing. */
function remembered() {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** The key of this page; it is kept nowhere else. */
let key
const keyForm = document.getElementById('key')
const holder = document.getElementById('holder')
const said = holder?.textContent

if (keyForm) keyForm.hidden = false
keyForm?.addEventListener('submit', event => {
  event.preventDefault()
  useKey(document.getElementById('secret').value.trim())
})

const ask = (address, secret, init = {}) =>
  fetch(address, { ...init, headers: { ...init.headers, Authorization: `Bearer ${secret}` } })

async function useKey(secret) {
  key = undefined
  holder.className = ''
  holder.textContent = said
  try {
    if (secret !== '') key = await keyOf(secret)
  } catch (problem) {
    holder.className = 'bad'
    holder.textContent = problem.message
  }
  show()
}

async function keyOf(secret) {
  const { data, error } = await (await ask(`${base}/me`, secret)).json()
  if (error) throw new Error(`${error.code}: ${error.message}`)
  const owners = (data.companies ?? data.agencies).map(owner => owner.name).join(', ')
  holder.textContent = `${data.name}, for ${owners}: ${data.usage.remainingToday.toLocaleString('en-GB')} requests left today`
  return { kind: data.companies ? 'company' : 'agency', scopes: data.scopes, secret }
}

function show() {
  document.getElementById('shown-key').textContent = key
    ? `${key.secret.slice(0, 4)}…${key.secret.slice(-4)}`
    : 'none'
  document.getElementById('shown-scope').textContent = key ? `${key.kind}, ${key.scopes.length} scopes` : '–'
  for (const section of document.querySelectorAll('.operation')) {
    const reason = key && refusal(section.dataset)
    const may = section.querySelector('.may')
    may.hidden = !key
    may.className = reason ? 'may no' : 'may yes'
    may.textContent = reason ?? 'This key may call it.'
    section.querySelector('.try').hidden = Boolean(reason)
    section.classList.toggle('refused', Boolean(reason))
  }
}

function refusal({ scope, callers }) {
  if (callers && callers !== key.kind)
    return `Only for ${callers}-scoped keys; this one is ${key.kind}-scoped.`
  if (scope && !key.scopes.includes(scope)) return `This key lacks the scope ${scope}.`
  return undefined
}
show()

/** The Idempotency-Key of the body that was last sent, or of the example as it stands; another body needs another key. */
const kept = new WeakMap()

for (const section of document.querySelectorAll('.operation')) {
  const form = section.querySelector('.try form')
  form.addEventListener('input', () => {
    renewKey(form)
    follow(section)
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    send(section)
  })
  form.elements.files?.addEventListener('change', () => choseFiles(section))
  for (const one of section.querySelectorAll('.case'))
    one.addEventListener('toggle', () => takeCase(section, one))
  if (!form.elements.body) continue
  listDocuments(form)
  keepKey(form)
}

/** What is in the form, or nothing where the body is not JSON. */
function givenBy(form) {
  const given = { path: {}, query: {}, headers: {} }
  const places = { path: given.path, query: given.query, header: given.headers }
  for (const { name, value, dataset } of form.elements)
    if (dataset.in && value !== '') places[dataset.in][name] = value
  const { body } = form.elements
  if (!body) return given
  const wrong = document.getElementById(body.getAttribute('aria-describedby'))
  wrong.textContent = ''
  try {
    return { ...given, body: JSON.parse(body.value) }
  } catch (problem) {
    wrong.textContent = `This is not JSON: ${problem.message}`
    return undefined
  }
}

function keepKey(form) {
  const { body, 'Idempotency-Key': key } = form.elements
  kept.set(form, { key: key?.value, body: body?.value })
}

function renewKey(form) {
  const { body, 'Idempotency-Key': field } = form.elements
  const { key, body: before } = kept.get(form) ?? {}
  if (!field || field.value !== key || body.value === before) return
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  field.value = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** The samples say what the form says. */
function follow(section) {
  const form = section.querySelector('.try form')
  const given = givenBy(form)
  if (!given) return
  const samples = section.querySelectorAll('.case[open] .samples code, .beside > .samples code')
  for (const [place, { language, text }] of samplesOf(JSON.parse(section.dataset.call), given).entries())
    if (samples[place]) samples[place].innerHTML = highlighted(language, text)
  if (form.elements.body) listDocuments(form)
}

/** The example that is opened is what the form sends. */
function takeCase(section, one) {
  if (!one.open) return
  const form = section.querySelector('.try form')
  const { elements } = form
  const given = JSON.parse(one.querySelector('.samples').dataset.given)
  const places = { path: given.path, query: given.query, header: given.headers }
  for (const element of elements)
    if (element.dataset.in) element.value = places[element.dataset.in]?.[element.name] ?? ''
  elements.body.value = JSON.stringify(given.body, null, 2)
  keepKey(form)
  follow(section)
}

/** Documents of the body that files can be chosen for, with the names of those they have. */
function listDocuments(form) {
  const { place } = form.elements
  const documents = Object.entries(givenBy(form)?.body ?? {}).flatMap(([name, items]) =>
    Array.isArray(items) ? items.flatMap((item, at) => documentOption(`${name}[${at}]`, item)) : [],
  )
  form.querySelector('.files').hidden = documents.length === 0
  form.querySelector('.no-files').hidden = documents.length > 0
  const texts = options => [...options].map(option => option.text).join()
  if (texts(documents) === texts(place.options)) return
  const chosen = place.value
  place.replaceChildren(...documents)
  if (documents.some(({ value }) => value === chosen)) place.value = chosen
}

function documentOption(name, item) {
  if (!Array.isArray(item?.files)) return []
  return [new Option(`${name}: ${item.files.map(file => file?.fileName).join(', ')}`, name)]
}

/** What stands in the body for the content of a file: a text area is no place for megabytes. */
const contents = new Map()

async function choseFiles(section) {
  const form = section.querySelector('.try form')
  const { files, place, body } = form.elements
  const given = givenBy(form)?.body
  if (!given) return
  const [, name, at] = /^(\w+)\[(\d+)\]$/.exec(place.value)
  given[name][at].files = await Promise.all(
    [...files.files].map(async file => {
      const url = await dataUrlOf(file)
      const shown = `${url.slice(0, url.indexOf(',') + 1)}<${file.name}, ${Math.ceil(file.size / 1024)} kB>`
      contents.set(shown, url)
      return { fileName: file.name, content: shown }
    }),
  )
  body.value = JSON.stringify(given, null, 2)
  renewKey(form)
  follow(section)
}

const dataUrlOf = file =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

const withContents = body =>
  JSON.stringify(body, (name, value) => (name === 'content' ? (contents.get(value) ?? value) : value))

async function send(section) {
  const form = section.querySelector('.try form')
  const output = form.querySelector('output')
  if (!key) {
    output.textContent = 'Enter an API key at the top of this page first.'
    document.getElementById('secret').focus()
    return
  }
  const given = givenBy(form)
  if (!given) return
  const call = JSON.parse(section.dataset.call)
  const init = given.body === undefined ? {} : { body: withContents(given.body) }
  const headers = { ...given.headers, ...(init.body && { 'Content-Type': 'application/json' }) }
  output.textContent = 'Asking …'
  keepKey(form)
  const began = performance.now()
  try {
    const answer = await ask(base + addressOf(call, given), key.secret, {
      ...init,
      method: call.method,
      headers,
    })
    await showAnswer(output, answer, performance.now() - began)
  } catch (problem) {
    output.textContent = `The server did not answer: ${problem.message}`
  }
}

const mostShown = 200_000

async function showAnswer(output, answer, ms) {
  const type = answer.headers.get('content-type') ?? ''
  const line = document.createElement('p')
  line.textContent = `${answer.status} in ${Math.round(ms)} ms, request ${answer.headers.get('x-request-id')}`
  line.className = answer.ok ? '' : 'bad'
  const isText = type === '' || /json|csv|text/.test(type)
  const body = isText ? await answer.text() : `${(await answer.blob()).size} bytes of ${type}`
  const isJson = type.startsWith('application/json')
  const shown = isJson ? JSON.stringify(JSON.parse(body), null, 2) : body
  const block = document.createElement('div')
  block.className = 'code'
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  if (isJson && shown.length < mostShown) pre.innerHTML = highlighted('json', shown)
  else pre.textContent = shown.length < mostShown ? shown : `${shown.slice(0, mostShown)}\n… and more`
  block.append(pre)
  copyable(block)
  output.replaceChildren(line, ...(body === '' ? [] : [block]))
}
