// The version stands in package.json; files that other programs read have to say it as well, and get it from there.
import { readFileSync } from 'node:fs'
import { version } from '../src/settings/version.ts'

/** Of an image, a chart or an archive, behind the name. */
const named = /(?<=\bmuster(?:[-_]sdk)?[-:])\d+\.\d+\.\d+(?:-[\w.]+)?(?=[\s"}.]|-py3)/g

const places: Readonly<Record<string, RegExp>> = {
  'README.md': named,
  'deploy/Containerfile': named,
  'deploy/compose.yaml': named,
  'deploy/kubernetes/muster.yaml': named,
  'deploy/helm/Chart.yaml': /(?<=^(?:version|appVersion): ).*/gm,
  'docs/production.md': named,
  'sdk/README.md': named,
  'sdk/package.json': /(?<="version": ")[^"]*/,
  'sdk/python/README.md': named,
  'sdk/python/pyproject.toml': /(?<=^version = ")[^"]*/m,
  'package-lock.json': /(?<="name": "muster",\n +"version": ")[^"]*/g,
}

export const versioned: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(places).map(([path, place]) => [path, () => withVersion(path, place)]),
)

function withVersion(path: string, place: RegExp): string {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  if (text.search(place) === -1)
    throw new Error(`${path} names the version nowhere any more: take it out of scripts/versioned.ts`)
  return text.replace(place, version)
}
