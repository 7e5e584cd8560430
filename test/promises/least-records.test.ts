// The least record of every type that loading takes, read by every operation that shows it: what the contract calls a list is
// a list, and what it calls null is null. Only what it calls optional is absent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowsKind } from '../../src/access/permit.ts'
import { operations, recordTypes } from '../../src/api/index.ts'
import { sampleOf } from '../../src/api/samples.ts'
import { hasDefault, type Node, nodeOf, withoutNull } from '../../src/shape/shape.ts'
import { sampleId } from '../support/samples.ts'
import { type Json, testServer } from '../support/server.ts'

type Values = Record<string, unknown>

/**
 * A sample with only what a line has to have; `deep`: and with an item in each list, and each object, of which the same is
 * so. What may be null is null.
 */
function least(given: Node, value: unknown, deep: boolean): unknown {
  const { node } = withoutNull(given)
  if (Array.isArray(value)) return value.map(item => least(node.items!, item, deep))
  if (value === null || typeof value !== 'object' || !node.properties) return value
  const held = value as Values
  const copied = node['x-copied'] ?? []
  const kept = Object.entries(node.properties).flatMap(([name, child]): [string, unknown][] => {
    if (child['x-derived'] || copied.includes(name)) return []
    if (name === 'id' && held.id !== undefined) return [[name, held.id]]
    const isRequired = node.required?.includes(name) === true
    const { node: open, nullable } = withoutNull(child)
    const isSimple = open.type !== 'object' && open.type !== 'array'
    if (nullable || !(open.type ?? open.enum)) return isRequired && !hasDefault(child) ? [[name, null]] : []
    if (held[name] === undefined || (deep ? !isRequired && isSimple : !isRequired || hasDefault(child)))
      return []
    return [[name, least(child, held[name], deep)]]
  })
  return Object.fromEntries(kept)
}

/** What rules ask for besides, and what the parties need to be shown it. */
const besides: Record<string, Values> = {
  smartCheckConfiguration: { provider: 'simulator' },
  invoice: { invoiceType: 'supplierToClient' },
  afp: { afpType: 'supplierToClient' },
  user: { companies: [{ company: sampleOf('company').record.id }] },
}

function leastLine(type: (typeof recordTypes)[number], deep: boolean): object {
  const { record, facts } = sampleOf(type.type)
  return {
    type: type.type,
    record: {
      ...(least(nodeOf(type.record), record, deep) as Values),
      ...besides[type.type],
    },
    ...(type.needsSealed || type.computed
      ? { facts }
      : deep && facts && { facts: least(nodeOf(type.facts), facts, deep) }),
  }
}

async function serverWith(deep: boolean) {
  const server = await testServer()
  const rejections: unknown[] = []
  await server.load([sampleOf('file'), ...recordTypes.map(type => leastLine(type, deep))], {
    onRejection: ({ path, reason, text }) => void rejections.push([path, reason, text.slice(0, 80)]),
  })
  assert.deepEqual(rejections, [])
  const keys = {
    company: await server.key('company', [sampleOf('company').record.id]),
    agency: await server.key('agency', [sampleOf('agency').record.id]),
  }
  /** Every record that an operation shows, with all that its flags add. */
  const ask = async (path: string, kind: 'company' | 'agency'): Promise<Json[]> => {
    const operation = operations.find(one => one.method === 'GET' && one.path === path)!
    if (!allowsKind(operation, kind)) return []
    const flags = operation.parameters.filter(
      ({ name, callers }) =>
        /^include[A-Z]/.test(name) &&
        (deep || name !== 'includeStageTracking') &&
        (!callers || callers === kind),
    )
    const query = flags.map(({ name }) => `${name}=true`).join('&')
    const at = path.includes('{id}') ? path.replace('{id}', sampleId(operation)) : path
    const { status, body, text } = await server.get(`${at}?${query}`, keys[kind])
    // Which agencies may see it, the least record may not say.
    if (kind === 'agency' && status === 404) return []
    assert.equal(status, 200, `${at}: ${text}`)
    return [body.data].flat()
  }
  return ask
}

/** Everything at a path, absences too; of lists each item. */
function at(value: Json, path: string): Json[] {
  const [name, ...rest] = path.split('.') as [string, ...string[]]
  const inner = value[name]
  if (rest.length === 0) return [inner]
  return [inner ?? []].flat().flatMap((one: Json) => at(one, rest.join('.')))
}

/** §2: the lists that are not called optional. Behind a slash, those of company keys alone. */
const lists: Record<string, string> = {
  '/me': 'scopes',
  '/expenses': 'receipts',
  '/expenses/{id}': 'receipts',
  '/requisitions': 'approvalStages agencies submissionAnswers',
  '/requisitions/{id}': 'approvalStages agencies submissionAnswers',
  '/workers': 'agencies trades attachments rightToWork / companyIds',
  '/workers/{id}': 'agencies trades attachments rightToWork / companyIds',
  '/timesheets': 'timesheetApprovers pieceRateEntries submissionAnswers timelogs',
  '/timesheets/{id}': 'timesheetApprovers pieceRateEntries submissionAnswers timelogs',
  '/invoices': 'projects timesheets',
  '/invoices/{id}': 'projects timesheets',
  '/afps': 'projects timesheets',
  '/trades': 'tags',
  '/trades/{id}': 'tags rates competencyMatrix',
  '/rates/{id}': 'pieceRates',
  '/assignments': 'activities customDocuments metaFields submissionAnswers',
  '/assignments/{id}': 'activities customDocuments metaFields submissionAnswers',
  '/purchase-orders': 'projects trades',
  '/purchase-orders/{id}': 'projects trades',
  '/projects/{id}/connected-agencies': 'tradeMarkupAdjustments rateUplifts tradeUpliftOverrides',
  '/companies/{id}/user-permissions': 'projects',
  '/companies/{id}/user-assignments': 'projects',
  '/companies/{id}/competency-matrix': 'entries entries.requirements',
}

/** §2: what is null where it is not set. */
const nulls: Record<string, string> = {
  '/projects/{id}/connected-agencies': 'cis email paymentTerms',
  '/companies/{id}/user-assignments': 'customRole',
  '/rates/{id}': 'project agency rates.cis rates.paye rates.psc dayRates.cis dayRates.paye dayRates.psc',
  '/invoices/{id}': 'files.invoice files.timesheetSnapshot',
  '/afps': 'files.afp files.timesheetSnapshot',
  '/companies/{id}/competency-matrix': 'entries.project entries.sector',
}

/** The same inside lists and objects that may be there. */
const listsInside: Record<string, string> = {
  '/requisitions/{id}': 'agencies.submissions stageTracking.history',
  '/workers/{id}':
    'attachments.files rightToWork.files attachments.verification.occupationQualifications / attachments.validations.statusHistory',
  '/timesheets/{id}': 'pieceRateEntries.lines',
  '/trades/{id}':
    'competencyMatrix.requirements competencyMatrix.requirements.items competencyMatrix.requirements.groups',
  '/assignments/{id}': 'metaFields.display enhancedUplifts.breakdown',
  '/projects/{id}/connected-agencies': 'rateUplifts.regions',
}
const nullsInside: Record<string, string> = {
  '/requisitions/{id}':
    'approvalStages.approvedAt approvalStages.approver agencies.dateReceived agencies.dateAccepted agencies.submissions.submittedAt agencies.submissions.rejectionReason customFields.fieldId customFields.value submissionAnswers.value submissionAnswers.worker submissionAnswers.updatedAt submissionAnswers.updatedBy stageTracking.history.at stageTracking.history.byUserId',
  '/workers/{id}': 'attachments.systemValidation.reason / attachments.validations.competency',
  '/timesheets/{id}': 'rates.wd.uplift',
  '/rates/{id}': 'pieceRates.values.cis pieceRates.values.paye pieceRates.values.psc',
  '/assignments/{id}':
    'customDocuments.attachment customDocuments.uploadedBy customDocuments.expiry customFields.fieldId customFields.value',
}

const named = (paths: string, kind: string) => {
  const [both, company = ''] = paths.split(' / ') as [string, string?]
  return [...both.split(' '), ...(kind === 'company' ? company.split(' ') : [])].filter(path => path !== '')
}

const servers = [await serverWith(false), await serverWith(true)]

for (const [index, ask] of servers.entries()) {
  const deep = index === 1
  const what = deep ? 'with the least item in each list' : 'of every type'
  for (const kind of ['company', 'agency'] as const)
    test(`the least record ${what} has every list that is not optional, and null where it is not set, for ${kind} keys`, async () => {
      let looked = 0
      const tables = deep ? ([listsInside, nullsInside] as const) : ([lists, nulls] as const)
      for (const [table, isRight, wanted] of [
        [tables[0], (value: unknown) => Array.isArray(value), 'a list'],
        [tables[1], (value: unknown) => value === null, 'null'],
      ] as const)
        for (const [path, paths] of Object.entries(table)) {
          const records = await ask(path, kind)
          for (const place of named(paths, kind)) {
            const values = records.flatMap(record => at(record, place))
            for (const value of values)
              assert.ok(isRight(value), `${path} ${place} is ${JSON.stringify(value)}, not ${wanted}`)
            // What an agency is not shown of a record is not there to look at.
            if (kind === 'company') assert.ok(values.length > 0, `${path} has no ${place}`)
            looked += values.length
          }
        }
      assert.ok(looked > 10)
    })
  test(`every operation answers as the document says of it, with the least record ${what}`, async () => {
    for (const { method, path, noun } of operations)
      if (method === 'GET' && noun !== 'metric' && !/changes|events|metrics|totals/.test(path))
        for (const kind of ['company', 'agency'] as const) await ask(path, kind)
  })
}
