// The reference of operations as HTML: the text of each beside its sample and answer, fields as a tree that opens, and an
// anchor for every parameter, field and error.
import type { Chapter } from '../../api/chapters.ts'
import { aboutErrors, problemRows } from './chapter-markdown.ts'
import { codeBlock, escaped, inlineHtml, sampleSet } from './markdown.ts'
import type { Case, OperationDescription, ParameterField } from './operations.ts'
import { samplesOf } from './samples.js'
import type { ReferenceField } from './tree.ts'
import { tryForm } from './try-form.ts'

export const chapterHtml = (group: Chapter, own: readonly OperationDescription[]): string =>
  [
    `<h1>${escaped(group.name)}</h1>`,
    `<p>${inlineHtml(group.description)}</p>`,
    `<ul class="contents">${own.map(({ key, anchor, summary }) => `<li><a href="#${anchor}"><code>${escaped(key)}</code></a> ${inlineHtml(summary)}</li>`).join('')}</ul>`,
    ...own.map(section),
  ].join('\n')

function section(one: OperationDescription): string {
  const { key, anchor, summary, who, scope, callers, parameters, body, answers, headers, problems, call } =
    one
  const facts = [
    `data-call="${escaped(JSON.stringify(call))}"`,
    `data-scope="${scope ?? ''}"`,
    `data-callers="${callers ?? ''}"`,
  ].join(' ')
  return `<section class="operation" aria-labelledby="${anchor}" ${facts}>
<h2 id="${anchor}"><a href="#${anchor}">${escaped(key)}</a> <span>${scope ?? 'no scope'}</span></h2>
<div class="intro">
<p>${inlineHtml(`${summary}. ${who}`)}</p>
<p class="may" hidden></p>
</div>
<div class="beside">
${beside(one)}
</div>
<div class="text">
${parameters.length > 0 ? `${heading('Parameters', parameters.length)}${parameterList(parameters, anchor)}` : ''}
${body ? `${heading('Body', body.length)}${fieldList(body, `${anchor}.body`, 'required')}` : ''}
${heading('Answer')}<p class="muted">${inlineHtml(answers.length > 1 ? '`success`, then:' : '`success` and `data`:')}</p>
${answers.map(({ title, fields }, index) => `<h4>${inlineHtml(title)} <span>${fields.length} fields</span></h4>${fieldList(fields, `${anchor}.${placeOf(title, index)}`, 'answer')}`).join('')}
<details class="fold"><summary>Headers of the answer <span>${headers.length}</span></summary>${headerList(headers, `${anchor}.answer-header.`)}</details>
<details class="fold" id="${anchor}.errors"><summary>Errors <span>${problems.length}</span></summary>${errorList(problems, `${anchor}.error.`)}</details>
</div>
</section>`
}

const heading = (title: string, count?: number) =>
  `<h3>${title}${count === undefined ? '' : ` <span>${count}</span>`}</h3>`

const placeOf = (title: string, index: number) =>
  title === '`meta`' ? 'meta' : index === 0 ? 'answer' : `answer-${index + 1}`

function parameterList(parameters: readonly ParameterField[], anchor: string): string {
  const items = parameters.map(one =>
    row({ ...one, name: one.name }, `${anchor}.${one.in}.${one.name}`, [
      ...(one.in === 'query' ? [] : [one.in]),
      ...(one.required ? ['<b>required</b>'] : []),
    ]),
  )
  return `<ul class="fields">${items.join('')}</ul>`
}

function fieldList(fields: readonly ReferenceField[], under: string, kind: 'required' | 'answer'): string {
  const items = fields.map(field => {
    const marks =
      kind === 'answer'
        ? field.required
          ? []
          : ['may be absent']
        : [field.required ? '<b>required</b>' : 'optional']
    const id = `${under}.${field.name}`
    const inside =
      field.fields.length > 0
        ? `<details><summary>${field.fields.length === 1 ? '1 field' : `${field.fields.length} fields`} of <code>${escaped(field.name)}</code></summary>${fieldList(field.fields, id, kind)}</details>`
        : ''
    return row(field, id, marks, inside)
  })
  return `<ul class="fields">${items.join('')}</ul>`
}

function row(
  { name, kind, said, shown }: ReferenceField,
  id: string,
  marks: readonly string[],
  inside = '',
): string {
  const told = [inlineHtml(said), shown ? `<em>${inlineHtml(shown)}</em>` : ''].filter(Boolean).join(' ')
  return `<li id="${escaped(id)}"><a href="#${escaped(id)}"><code>${escaped(name)}</code></a> <span>${[inlineHtml(kind), ...marks].join(', ')}</span><p>${told}</p>${inside}</li>`
}

const headerList = (headers: OperationDescription['headers'], under: string) =>
  `<ul class="fields">${headers
    .map(
      ({ name, said }) =>
        `<li id="${under}${name}"><a href="#${under}${name}"><code>${name}</code></a><p>${inlineHtml(said)}</p></li>`,
    )
    .join('')}</ul>`

const errorList = (problems: readonly { status: number; code: string; meaning: string }[], under: string) =>
  `<ul class="fields">${problems
    .map(
      ({ status, code, meaning }) =>
        `<li id="${under}${code}"><a href="#${under}${code}"><code>${code}</code></a> <span>${status}</span><p>${inlineHtml(meaning)}</p></li>`,
    )
    .join('')}</ul>`

export const caseAnchor = (anchor: string, index: number) => `${anchor}.example.${index + 1}`

/** The samples, the form that they follow, and the answer; of several examples each with its own. */
function beside(one: OperationDescription): string {
  const { anchor, cases } = one
  const [first, ...others] = cases.map((sent, index) => ({
    ...caseHtml(one, sent, index),
    title: sent.title,
  }))
  if (others.length === 0) return `${first!.samples}${tryForm(one)}${first!.answer}`
  const folded = [first!, ...others].map(
    ({ title, samples, answer }, index) =>
      `<details class="case" id="${caseAnchor(anchor, index)}" name="${anchor}-cases"${index === 0 ? ' open' : ''}><summary>${inlineHtml(title)}</summary>${samples}${answer}</details>`,
  )
  return `${folded.join('')}${tryForm(one)}`
}

function caseHtml({ anchor, call }: OperationDescription, { given, answer }: Case, index: number) {
  const set = sampleSet(samplesOf(call, given), `${anchor}-${index}`)
  const shown = { language: 'json', title: 'Answer', text: JSON.stringify(answer, null, 2) }
  return {
    samples: `<div class="samples" data-given="${escaped(JSON.stringify(given))}">${set}</div>`,
    answer: answer === undefined ? '' : codeBlock(shown),
  }
}

export const errorsHtml = () =>
  `<h1>Errors</h1><p>${inlineHtml(aboutErrors.form)}</p>${errorList(problemRows, '')}<p>${inlineHtml(aboutErrors.retrying)}</p>`
