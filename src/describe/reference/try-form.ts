// A form to try an operation with: a place for everything that it takes. The script shows it and sends it.
import { escaped } from './markdown.ts'
import type { OperationDescription, ParameterField } from './operations.ts'

export function tryForm({ anchor, parameters, cases, body }: OperationDescription): string {
  const given = cases[0]!.given
  const usual = { path: given.path, query: given.query, header: given.headers }
  const fields = parameters.map(one => field(anchor, one, usual[one.in]?.[one.name] ?? '')).join('')
  const sent = body ? bodyFields(anchor, given.body) : ''
  return `<details class="try fold" hidden><summary>Try it</summary><form><div>${fields}</div>${sent}<button class="main">Send</button><output aria-live="polite"></output></form></details>`
}

function field(
  anchor: string,
  { name, in: place, required, choices }: ParameterField,
  usual: string,
): string {
  const id = `try-${anchor}-${place}-${name}`
  const facts = `id="${id}" name="${name}" data-in="${place}"${required ? ' required' : ''}`
  const label = `<label for="${id}">${name}</label>`
  if (choices.length === 0)
    return `<span>${label}<input ${facts} value="${escaped(usual)}" autocomplete="off" spellcheck="false"></span>`
  const options = ['', ...choices].map(
    value => `<option${value === usual && value !== '' ? ' selected' : ''}>${escaped(value)}</option>`,
  )
  return `<span>${label}<select ${facts}>${options.join('')}</select></span>`
}

/** Files are chosen for one of the documents that the body names. */
const bodyFields = (anchor: string, body: unknown) =>
  `<p><label for="try-${anchor}-body">Body, from the example that is open above</label><textarea id="try-${anchor}-body" name="body" rows="16" spellcheck="false" aria-describedby="try-${anchor}-wrong">${escaped(JSON.stringify(body, null, 2))}</textarea><span class="bad" id="try-${anchor}-wrong" role="status"></span></p>
<p class="files"><label for="try-${anchor}-place">Replace the files of</label><select id="try-${anchor}-place" name="place"></select><label for="try-${anchor}-files">with</label><input id="try-${anchor}-files" name="files" type="file" multiple accept=".pdf,.jpg,.jpeg,.png"></p>
<p class="no-files">This body has no documents. To send files of your own, open an example above that has some.</p>`
