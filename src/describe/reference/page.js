// What the reference does in a browser: tabs, a key for this tab, what that key may call, and trying it. Without
// it everything can still be read.

const base = '/api/open/v1'
const wide = matchMedia('(min-width: 56.01rem)')
const menu = document.querySelector('.menu')
const openMenu = () => {
  menu.open = wide.matches
}
openMenu()
wide.addEventListener('change', openMenu)

/** Sets of examples become tabs; the kind that was chosen last is chosen everywhere. */
for (const [index, set] of document.querySelectorAll('.set').entries()) {
  const panels = [...set.querySelectorAll('.code')]
  const tabs = document.createElement('div')
  tabs.className = 'tabs'
  tabs.setAttribute('role', 'tablist')
  tabs.setAttribute('aria-label', 'Examples')
  for (const [place, panel] of panels.entries()) {
    const button = document.createElement('button')
    button.textContent = panel.querySelector('.label').textContent
    button.type = 'button'
    button.id = `tab-${index}-${place}`
    button.setAttribute('role', 'tab')
    panel.id = `panel-${index}-${place}`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', button.id)
    button.setAttribute('aria-controls', panel.id)
    button.addEventListener('click', () => choose(button.textContent))
    tabs.append(button)
  }
  tabs.addEventListener('keydown', event => move(event, [...tabs.children]))
  set.prepend(tabs)
  set.dataset.tabs = ''
}

function move(event, buttons) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length]
  choose(next.textContent)
  next.focus()
}

function choose(name) {
  sessionStorage.setItem('example', name)
  for (const set of document.querySelectorAll('.set')) {
    const buttons = [...set.querySelectorAll('[role=tab]')]
    const chosen = Math.max(
      0,
      buttons.findIndex(button => button.textContent === name),
    )
    for (const [place, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(place === chosen))
      button.tabIndex = place === chosen ? 0 : -1
      document.getElementById(button.getAttribute('aria-controls')).hidden = place !== chosen
    }
  }
}
choose(sessionStorage.getItem('example') ?? 'curl')

const holder = document.getElementById('holder')
const said = holder.textContent

document.getElementById('key').addEventListener('submit', event => {
  event.preventDefault()
  const secret = document.getElementById('secret').value.trim()
  if (secret === '') sessionStorage.removeItem('key')
  else sessionStorage.setItem('key', secret)
  useKey()
})

const ask = path => fetch(path, { headers: { Authorization: `Bearer ${sessionStorage.getItem('key')}` } })

async function useKey() {
  const secret = sessionStorage.getItem('key')
  holder.className = ''
  if (!secret) {
    holder.textContent = said
    show()
    return
  }
  try {
    const answer = await ask(`${base}/me`)
    const { data, error } = await answer.json()
    if (error) throw new Error(`${error.code}: ${error.message}`)
    const owners = (data.companies ?? data.agencies).map(owner => owner.name).join(', ')
    holder.textContent = `${data.name}, for ${owners}: ${data.usage.remainingToday.toLocaleString('en-GB')} requests left today`
    show({ kind: data.companies ? 'company' : 'agency', scopes: data.scopes, secret })
  } catch (problem) {
    holder.className = 'bad'
    holder.textContent = problem.message
    show()
  }
}

function show(key) {
  document.getElementById('shown-key').textContent = key
    ? `${key.secret.slice(0, 4)}…${key.secret.slice(-4)}`
    : 'none'
  document.getElementById('shown-scope').textContent = key ? `${key.kind}, ${key.scopes.length} scopes` : '–'
  for (const place of document.querySelectorAll('.operation')) {
    const reason = key && refusal(place.dataset, key)
    const may = place.querySelector('.may')
    may.hidden = !key
    may.className = reason ? 'may no' : 'may yes'
    may.textContent = reason ?? 'This key may call it.'
    const trying = place.querySelector('.try')
    if (trying) trying.hidden = !key || Boolean(reason)
    for (const part of partsOf(place)) part.classList.toggle('refused', Boolean(reason))
  }
}

function refusal({ scope, callers }, { kind, scopes }) {
  if (callers && callers !== kind) return `Only for ${callers}-scoped keys; this one is ${kind}-scoped.`
  if (scope && !scopes.includes(scope)) return `This key lacks the scope ${scope}.`
  return undefined
}

/** Everything of an operation's section, from its heading to the next. */
function partsOf(place) {
  let heading = place
  while (heading.tagName !== 'H2') heading = heading.previousElementSibling
  const parts = [heading]
  for (let next = heading.nextElementSibling; next && next.tagName !== 'H2'; next = next.nextElementSibling)
    parts.push(next)
  return parts
}

for (const form of document.querySelectorAll('.try form')) {
  form.addEventListener('submit', event => {
    event.preventDefault()
    send(form)
  })
}

async function send(form) {
  const { path } = form.closest('.operation').dataset
  const output = form.querySelector('output')
  const query = new URLSearchParams()
  let address = base + path
  for (const { name, value } of form.elements) {
    if (!name || value === '') continue
    if (path.includes(`{${name}}`)) address = address.replace(`{${name}}`, encodeURIComponent(value))
    else query.set(name, value)
  }
  output.textContent = 'Asking …'
  const began = performance.now()
  try {
    const answer = await ask(query.size > 0 ? `${address}?${query}` : address)
    const body = await answer.text()
    const line = document.createElement('p')
    line.textContent = `${answer.status} in ${Math.round(performance.now() - began)} ms, request ${answer.headers.get('x-request-id')}`
    line.className = answer.ok ? '' : 'bad'
    const shown = document.createElement('pre')
    shown.tabIndex = 0
    shown.textContent = JSON.stringify(JSON.parse(body), null, 2)
    output.replaceChildren(line, shown)
  } catch (problem) {
    output.textContent = `The server did not answer: ${problem.message}`
  }
}

useKey()
