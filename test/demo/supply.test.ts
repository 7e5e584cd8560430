// The demo's suppliers, requisitions, orders, papers and rates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoKeys } from '../../demo/programme.ts'
import { builtInStages } from '../../src/api/rules/stages.ts'
import { type Any, assignments, byId, factsOf, halfUp, of, pence, sum, ties, timesheets } from './lines.ts'

test('work is at a site of the project of the company, supplied by a connected agency', () => {
  const [sites, projects] = [byId('site'), byId('project')]
  for (const { site, project, company, agency, updatedAt } of [...assignments, ...timesheets]) {
    assert.equal(sites.get(site.id).project.id, project.id)
    assert.equal(projects.get(project.id).company.id, company.id)
    const reaching = (ties.get(`${company.id} ${agency.id}`) ?? []).filter(({ record, facts }) =>
      record.project ? record.project.id === project.id : (facts?.projects?.includes(project.id) ?? true),
    )
    assert.ok(reaching.some(({ record }) => record.active || updatedAt < record.updatedAt))
  }
})

test('the rules have their cases: umbrella, rivals, an old tie, stages with and without', () => {
  const umbrellas = new Set(
    of('connection')
      .filter(tie => tie.supplierType === 'umbrella')
      .map(tie => tie.agency.id),
  )
  const types = new Set(
    timesheets.filter(sheet => umbrellas.has(sheet.agency.id)).map(sheet => sheet.rateType),
  )
  assert.deepEqual([...types].toSorted(), ['Agency PAYE', 'Umbrella PAYE'])
  const answers = factsOf('assignment').map(facts => facts.answers ?? [])
  assert.ok(answers.some(own => new Set(own.map((answer: Any) => answer.agency.id)).size > 1))
  assert.ok(of('worker').some(worker => worker.agencies.filter((tie: Any) => tie.active).length > 1))
  const gone = of('connection').find(tie => !tie.active)
  const old = timesheets.filter(
    sheet => sheet.agency.id === gone.agency.id && sheet.company.id === gone.company.id,
  )
  assert.ok(old.length > 0 && old.every(sheet => sheet.weekEnding < '2025-06-17'))
  const stages = factsOf('company').map(facts => facts.stageTracking)
  assert.deepEqual(
    stages.map(stage => stage?.enabled),
    [true, false, undefined],
  )
  assert.ok(stages[0].order.includes('custom_siteTour') && stages[0].labels.custom_siteTour)
})

test('a requisition counts its own assignments and submissions, and is filled when there are enough', () => {
  const named = Map.groupBy(
    assignments.filter(one => one.requisition),
    one => one.requisition.id,
  )
  const facts = factsOf('requisition')
  for (const [at, { id, status, quantity, agencies, company, ...rest }] of of('requisition').entries()) {
    const own = (named.get(id) ?? []).filter(one => one.status !== 'cancelled')
    for (const agency of agencies) {
      assert.equal(
        agency.assigned,
        own.filter(one => one.agency.id === agency.id).length,
        `${id} ${agency.id}`,
      )
      assert.equal(agency.offered, agency.submissions.length)
      assert.equal(agency.dateAccepted !== null, agency.offered > 0)
    }
    assert.equal(sum(agencies.map((one: Any) => one.assigned)), own.length)
    assert.equal(status === 'filled', own.length >= quantity, id)
    assert.equal(status === 'cancelled', rest.cancellation !== undefined)
    for (const one of named.get(id) ?? []) {
      assert.deepEqual(
        [one.company.id, one.project.id, one.site.id],
        [company.id, rest.project.id, rest.site.id],
      )
      const { submissions } = agencies.find((agency: Any) => agency.id === one.agency.id)
      assert.ok(submissions.some((submission: Any) => submission.worker.id === one.worker.id))
    }
    const last = rest.approvalStages.at(-1)
    assert.equal(last.approved, rest.approvedDate !== undefined)
    if (last.approvedAt) assert.equal(last.approvedAt, rest.approvedDate)
    if (facts[at].refusal) assert.ok(status === 'raised' && !last.approved)
    if (status === 'raised') assert.ok(agencies.every((agency: Any) => agency.dateReceived === null))
  }
})

test('submissions are of known workers by their agencies, and stages tell the same story in order', () => {
  const workers = byId('worker')
  const facts = factsOf('requisition')
  const seen = new Set<string>()
  for (const [at, { id, agencies, createdAt, updatedAt, company }] of of('requisition').entries()) {
    const submitted = agencies.flatMap((agency: Any) =>
      agency.submissions.map((one: Any) => ({ ...one, agency: agency.id })),
    )
    for (const { worker, agency, submittedAt, isRejected, rejectionReason } of submitted) {
      const ties = workers.get(worker.id).agencies
      // Some have left its books since.
      assert.ok(ties.length === 0 || ties.some((tie: Any) => tie.id === agency && tie.active))
      assert.equal(isRejected, rejectionReason !== null)
      if (submittedAt) assert.ok(createdAt < submittedAt && submittedAt < updatedAt)
    }
    if (company.id === demoKeys.company[0]) assert.equal((facts[at].stages ?? []).length, submitted.length)
    for (const { worker, agency, history, stage, ...rest } of facts[at].stages ?? []) {
      const of = submitted.find((one: Any) => one.worker.id === worker.id && one.agency === agency.id)
      assert.deepEqual([rest.submittedAt, rest.isRejected], [of.submittedAt, of.isRejected], id)
      assert.deepEqual([history[0].stage, history.at(-1).stage], ['submitted', stage])
      const days = history.map((one: Any) => one.at).filter((day: Any) => day)
      assert.deepEqual(days, days.toSorted())
      for (const day of days) assert.ok(createdAt <= day && day <= updatedAt)
      for (const one of history) seen.add(one.stage)
    }
  }
  for (const stage of [...Object.keys(builtInStages), 'custom_siteTour']) assert.ok(seen.has(stage), stage)
})

test('a purchase order covers the assignments that name it', () => {
  const orders = new Map(of('purchaseOrder').map(order => [order.reference, order]))
  const charged = new Map<string, number>()
  const named = new Map<string, number>()
  for (const { assignment, values } of timesheets) {
    charged.set(assignment.id, (charged.get(assignment.id) ?? 0) + pence(values.charge.total))
  }
  for (const assignment of assignments) {
    const { id, purchaseOrder, company, project, site, agency, trade, startDate, endDate } = assignment
    if (purchaseOrder === undefined) continue
    const order = orders.get(purchaseOrder)
    assert.equal(order.company.id, company.id)
    assert.ok(order.projects.some((one: Any) => one.id === project.id))
    assert.ok(order.allTrades || !trade || order.trades.some((one: Any) => one.id === trade.id))
    assert.ok(order.agency === undefined || order.agency.id === agency.id)
    assert.ok(order.site === undefined || order.site.id === site.id)
    assert.ok(order.startDate <= startDate && endDate <= order.endDate, purchaseOrder)
    named.set(purchaseOrder, (named.get(purchaseOrder) ?? 0) + (charged.get(id) ?? 0))
  }
  for (const [reference, order] of orders) {
    assert.ok(named.get(reference)! <= pence(order.value), reference)
    assert.equal(order.status === 'expired', order.endDate < '2026-06-17')
    assert.equal(order.status === 'inactive', order.revoked !== undefined)
  }
})

test('documents have what their qualification asks for, and the private ones an owner', () => {
  const rules = new Map(of('masterQualification').map(rule => [rule.name, rule]))
  const facts = factsOf('worker')
  const held = new Set<string>()
  for (const [at, { attachments, rightToWork, documentValidations = [], agencies }] of of(
    'worker',
  ).entries()) {
    const owners = new Map((facts[at].documentOwners ?? []).map((one: Any) => [one.document, one.agency]))
    for (const document of [...attachments, ...rightToWork]) {
      const rule = rules.get(document.documentType)
      held.add(rule.name)
      assert.equal(rule.collection, document.type)
      if (rule.documentNumber === 'required') assert.ok(document.documentNumber)
      if (rule.documentNumber === 'none') assert.equal(document.documentNumber, undefined)
      if (rule.expiry === 'required') assert.ok(document.expiration)
      if (rule.expiry === 'none') assert.equal(document.expiration, undefined)
      assert.ok(document.files.length >= rule.minimumFiles)
      assert.equal(rule.agencySpecific, owners.has(document.id))
      const owner = owners.get(document.id)
      if (owner && agencies.length > 0) assert.ok(agencies.some((tie: Any) => tie.id === owner))
      if (document.documentType === 'Visa') assert.match(document.documentNumber, /^W[A-Z0-9]{8}$/)
    }
    assert.ok(rightToWork.length > 0)
    for (const { document } of documentValidations) {
      assert.ok([...attachments, ...rightToWork].some((one: Any) => one.id === document))
    }
    assert.match(facts[at].nationalIns, /^(PZ|CR|MW)\d{6}[A-D]$/)
  }
  assert.equal(new Set(facts.map(one => one.nationalIns.slice(0, 8))).size, facts.length)
  for (const rule of rules.values())
    if (rule.collection === 'rightToWork') assert.ok(held.has(rule.name), rule.name)
})

test('work is paid at the nearest rate there is, an agency’s own with its markup', () => {
  const rates = Map.groupBy(of('rate'), rate => rate.trade.id)
  for (const { rates: own, dayRates, pieceRates } of of('rate')) {
    for (const rate of [own, dayRates, ...pieceRates.map((piece: Any) => piece.values)].flatMap(perType =>
      Object.values<Any>(perType).filter(one => one),
    )) {
      assert.equal(pence(rate.pay) + pence(rate.emp) + pence(rate.margin), pence(rate.charge))
    }
  }
  const ofTrades = assignments.filter(one => one.trade)
  for (const { trade, project, agency, payType, rateType, rates: paid, rateOverrides } of ofTrades) {
    const near = (rate: Any) => (rate.agency ? 2 : 0) + (rate.project ? 1 : 0)
    const [rate] = rates
      .get(trade.id)!
      .filter(one => [null, project.id].includes(one.project?.id ?? null))
      .filter(one => [null, agency.id].includes(one.agency?.id ?? null))
      .toSorted((a, b) => near(b) - near(a))
    const { pay, charge } = rate[payType === 'daily' ? 'dayRates' : 'rates'][rateType]
    const points = rateOverrides?.markup?.value ?? 0
    assert.equal(points > 0, rate.agency !== null)
    const markup = halfUp(pence(pay) * points, 100)
    assert.deepEqual([paid.pay, pence(paid.charge)], [pay, pence(charge) + markup])
  }
})
