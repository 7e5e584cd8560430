// The companies of a random world of bills: an MSP and its clients, agencies and how they are connected, projects, sites,
// trades and the piece rates agreed for them, purchase orders and workers.
import { type Any, clean, ofCompany, pounds, refer, type Story, stamps } from './story.ts'

export function addPlaces(story: Story): void {
  const { dice, add, of } = story
  for (const name of ['North', 'South']) add('region', { name })
  for (const name of ['Rail', 'Water']) add('sector', { name })
  add('user', { name: 'Uma Reid' })
  for (let count = dice.between(2, 3); count > 0; count--) addCompany(story)
  for (let count = dice.between(2, 3); count > 0; count--)
    add('agency', { name: `Labour ${of('agency').length}`, active: true })
  for (const company of of('company')) addSites(story, company)
  for (const company of of('company')) for (const agency of of('agency')) connect(story, company, agency)
  for (const company of of('company'))
    for (const trade of ofCompany(story, 'trade', company)) addRates(story, trade)
  for (const agency of of('agency'))
    for (let count = dice.between(2, 3); count > 0; count--) addWorker(story, agency)
}

/** The first of them is the MSP of the others. */
function addCompany(story: Story): void {
  const count = story.of('company').length
  story.add(
    'company',
    {
      name: `Build ${count}`,
      prefix: `${story.world.prefix.toUpperCase()}C${count}`,
      active: true,
      ...stamps(story),
    },
    count === 0 ? { msp: true } : {},
  )
}

export const mspOf = (story: Story): Any => story.of('company')[0]

function addSites(story: Story, company: Any): void {
  const { dice, add, of } = story
  for (let count = 2; count > 0; count--) {
    const project = add(
      'project',
      clean({
        name: `Project ${count}`,
        active: true,
        company: refer(company),
        region: dice.maybe(0.5, () => refer(dice.pick(of('region')))),
        ...stamps(story),
      }),
    )
    for (let sites = dice.between(1, 2); sites > 0; sites--)
      add('site', {
        name: `Site ${sites}`,
        active: true,
        project: refer(project),
        company: refer(company),
        ...stamps(story),
      })
  }
  for (const name of ['Joiner', 'Fixer'])
    add('trade', { name, active: true, company: refer(company), tags: [], ...stamps(story) })
}

/** Most agencies are connected to all of a company, some to some projects, a few no longer. */
function connect(story: Story, company: Any, agency: Any): void {
  const { dice, add } = story
  const both = { company: refer(company), agency: refer(agency) }
  const projects = ofCompany(story, 'project', company)
  const trades = ofCompany(story, 'trade', company)
  const terms = () =>
    clean({
      markupAdjustment: dice.maybe(0.5, () => dice.pick([0, 2.5, -1, 10])),
      tradeMarkupAdjustments: dice.maybe(0.3, () => [
        { trade: refer(dice.pick(trades)), adjustment: dice.pick([0, 4, -2.5]) },
      ]),
    })
  const restricted = dice.chance(0.2)
  const ofProject = dice.chance(0.2)
  if (!ofProject || dice.chance(0.5))
    add(
      'connection',
      { ...both, active: dice.chance(0.93), restricted, ...terms(), ...stamps(story) },
      restricted ? { projects: [dice.pick(projects).id] } : {},
    )
  if (ofProject)
    add('connection', {
      ...both,
      project: refer(dice.pick(projects)),
      active: true,
      ...terms(),
      ...stamps(story),
    })
}

export const pieceOf = (trade: Any): string => `${trade.id}-p`

/** General and special rates of a trade, of which some give its piece rate: not always one for all three rate types, and
 * now and then two that apply alike. */
function addRates(story: Story, trade: Any): void {
  const { dice, of, add } = story
  const projects = ofCompany(story, 'project', trade.company)
  const money = (mills: number) => {
    const [pay, margin] = [mills, dice.pick([100, 125, 250])]
    return { pay: pay / 1000, emp: 0, margin: margin / 1000, charge: (pay + margin) / 1000 }
  }
  const addRate = (more: Any) => {
    const values = {
      cis: money(dice.pick([1200, 1500, 2050])),
      paye: dice.chance(0.8) ? money(dice.pick([1100, 1375])) : null,
      psc: money(1600),
    }
    const piece = {
      id: pieceOf(trade),
      code: 'BRD',
      name: 'Boarding',
      unitLabel: 'board',
      unitLabelPlural: 'boards',
      frequency: 'weekly',
      values,
    }
    add('rate', {
      project: null,
      agency: null,
      trade: refer(trade),
      company: refer(trade.company),
      rates: { cis: { pay: 20, emp: 0, margin: pounds(200), charge: 22 }, paye: null, psc: null },
      dayRates: { cis: null, paye: null, psc: null },
      pieceRates: [piece],
      ...more,
      ...stamps(story),
    })
  }
  addRate({})
  if (dice.chance(0.1)) addRate({})
  if (dice.chance(0.4)) addRate({ agency: refer(dice.pick(of('agency'))) })
  if (dice.chance(0.4)) addRate({ project: refer(dice.pick(projects)) })
  if (dice.chance(0.3))
    addRate({ agency: refer(dice.pick(of('agency'))), project: refer(dice.pick(projects)) })
  if (dice.chance(0.2))
    addRate({ region: refer(dice.pick(of('region'))), agency: refer(dice.pick(of('agency'))) })
}

function addWorker(story: Story, agency: Any): void {
  const count = story.of('worker').length
  story.add(
    'worker',
    {
      reference: `WK-${story.world.prefix}${count}`,
      firstName: 'Ada',
      lastName: `Lee ${count}`,
      name: `Ada Lee ${count}`,
      agencies: [{ ...refer(agency), active: true }],
      trades: [],
      companyIds: [],
      attachments: [],
      rightToWork: [],
      documentValidations: [],
      ...stamps(story),
    },
    { documentOwners: [] },
  )
}
