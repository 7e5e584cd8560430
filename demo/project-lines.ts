// Projects and sites as they are loaded.
import { at } from './calendar.ts'
import type { LoadLine } from './load-line.ts'
import { phoneOf } from './names.ts'
import type { Company } from './organisations.ts'
import { addressIn, codeOf, regionId, streetOf } from './places.ts'
import { diceOf, type Project, type Site } from './projects.ts'
import { Dice, nanoidOf } from './random.ts'
import { sectorId } from './reference-lists.ts'
import { beginning, type World } from './world.ts'

function projectLine(world: World, company: Company, project: Project): LoadLine {
  const dice = diceOf(project)
  const start = beginning(world) + 14 + dice.below(60)
  const end = project.active ? world.sunday + 180 + dice.below(400) : world.sunday - 280 - dice.below(60)
  return {
    type: 'project',
    record: {
      id: project.id,
      reference: project.reference,
      name: project.name,
      active: project.active,
      company: { id: company.id },
      region: { id: regionId(project.place) },
      sector: { id: sectorId(project.sector) },
      address: addressIn(project.place, dice),
      startDate: at(start),
      endDate: at(end),
      sites: project.sites.length,
      createdAt: at(start - 10, 615),
      updatedAt: at(Math.min(end, world.sunday - dice.below(60)), 930),
    },
    nanoid: nanoidOf('project', project.index),
  }
}

function siteLine(world: World, company: Company, project: Project, site: Site): LoadLine {
  const dice = new Dice('site', site.index)
  const opened = beginning(world) + 80 + dice.below(60)
  return {
    type: 'site',
    record: {
      id: site.id,
      name: site.name,
      active: site.active,
      project: { id: project.id },
      company: { id: company.id },
      email: `site${site.index}@${company.domain}.example`,
      phone: phoneOf('site', site.index),
      address: { line1: streetOf(dice), city: project.place.city, postcode: codeOf(project.place, dice) },
      createdAt: at(opened, 495),
      updatedAt: at(opened + dice.below(200), 700),
    },
    nanoid: nanoidOf('site', site.index),
  }
}

export function* projects(world: World): Generator<LoadLine> {
  for (const firm of world.firms) {
    for (const project of firm.projects) yield projectLine(world, firm.company, project)
  }
}

export function* sites(world: World): Generator<LoadLine> {
  for (const firm of world.firms) {
    for (const project of firm.projects) {
      for (const site of project.sites) yield siteLine(world, firm.company, project, site)
    }
  }
}
