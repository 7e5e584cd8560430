// Every way into a PostgreSQL: with and without TLS, each of its modes, and each kind of login, on every version that is here.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { AddressError, readDatabaseAddress } from '../../src/postgres/address.ts'
import { ConnectionError, PostgresError } from '../../src/postgres/errors.ts'
import { until } from '../cluster/nodes.ts'
import { type CertificateOptions, certificateFor } from '../support/certificate.ts'
import { connected } from './support/connections.ts'
import { kinds, rows } from './support/kinds.ts'
import { type OwnServer, ownServer, programs } from './support/own-server.ts'

const authority = (signature: CertificateOptions['signature'] = 'ecdsa-sha256') => ({
  name: 'authority',
  ...certificateFor([], [], { name: 'authority', isAuthority: true, signature }),
})
const ours = authority()
const theirs = authority()
const served = (names: readonly string[], addresses: readonly string[] = []) => {
  const { cert, key } = certificateFor(names, addresses, { name: 'server', issuer: ours })
  return { 'server.crt': cert, 'server.key': key }
}
const person = certificateFor([], [], { name: 'test', issuer: ours })
const password = 'ein Paßwort, it is'

const rules = `local all all trust
hostssl all secured all scram-sha-256
hostnossl all unsecured all scram-sha-256
hostssl all test all cert
host all hashed all md5
host all plain all password
host all secured,unsecured,test all reject
host all all all scram-sha-256
`

type Said = Record<string, string | undefined>

/** What PostgreSQL says of a connection by this address. */
const entering = (server: OwnServer, said: Said, host = 'localhost') => {
  const { user = 'someone', ...rest } = said
  const query = Object.entries(rest).map(([name, value]) => `${name}=${encodeURIComponent(value!)}`)
  const at = `${host}:${server.port}/postgres`
  const url = `postgres://${user}:${encodeURIComponent(password)}@${at}?${query.join('&')}`
  return connected(readDatabaseAddress(url), async connection => {
    const text = 'select ssl, version from pg_stat_ssl where pid = pg_backend_pid()'
    const [row] = (await rows(connection, text)) as [{ ssl: boolean }]
    return row.ssl
  })
}

const refused = (error: unknown) => error instanceof PostgresError && error.code.startsWith('28')
const unreachable = (words: RegExp) => (error: unknown) =>
  error instanceof ConnectionError && !error.mayHaveRun && words.test(error.message)

/** Of whichever connection was first. */
const answers = new Map<string, unknown>()

for (const { version, programs: found, missing } of await programs())
  describe(`PostgreSQL ${version}`, async () => {
    if (!found) return void test('did not run', t => t.diagnostic(`not tried: ${missing}`))
    const server = await ownServer(
      found,
      { 'pg_hba.conf': rules, 'root.crt': ours.cert, ...served(['localhost']) },
      { ssl: 'on', ssl_ca_file: 'root.crt' },
    )
    const file = async (name: string, text: string) => {
      const path = join(server.folder, name)
      await writeFile(path, text)
      return path
    }
    const root = await file('ours.crt', ours.cert)
    const wrongRoot = await file('theirs.crt', theirs.cert)
    const [sslcert, sslkey] = [await file('person.crt', person.cert), await file('person.key', person.key)]
    for (const role of ['someone', 'secured', 'unsecured', 'test', 'plain'])
      await server.sql(`create role ${role} login password '${password}'`)
    await server.sql(`set password_encryption = md5; create role hashed login password '${password}'`)
    /** Until the server has read other files. */
    const changed = (files: Record<string, string>, sees: () => Promise<unknown>) =>
      server.change(files).then(() => until(sees, 10_000))
    const tried: Tried = { version, server, file, changed, root, wrongRoot, sslcert, sslkey }
    encryption(tried)
    certificates(tried)
    passwords(tried)
    statements(tried)
  })

/** A server of one version, with the files that clients name. */
type Tried = {
  version: number
  server: OwnServer
  file(name: string, text: string): Promise<string>
  changed(files: Record<string, string>, sees: () => Promise<unknown>): Promise<unknown>
} & Record<'root' | 'wrongRoot' | 'sslcert' | 'sslkey', string>

/** Whether what is sent is encrypted. */
function encryption({ version, server, root, wrongRoot }: Tried): void {
  test('each sslmode encrypts as it says, and follows the rules of the server where it may', async () => {
    const all = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
    const encrypted: Record<string, (boolean | undefined)[]> = {
      someone: [false, false, true, true, true, true],
      secured: [undefined, true, true, true, true, true],
      unsecured: [false, false, false, undefined, undefined, undefined],
    }
    for (const [user, expected] of Object.entries(encrypted))
      for (const [index, sslmode] of all.entries()) {
        const said = { user, sslmode, ...(sslmode.startsWith('verify') && { sslrootcert: root }) }
        const asked = entering(server, said)
        if (expected[index] === undefined) await assert.rejects(asked, refused, `${user} ${sslmode}`)
        else assert.equal(await asked, expected[index], `${user} ${sslmode}`)
      }
    assert.equal(await entering(server, {}), true)
  })

  test('TLS without asking first works from PostgreSQL 17 on, and before fails in words', async () => {
    const direct = { sslmode: 'require', sslnegotiation: 'direct' }
    if (version >= 17) {
      assert.equal(await entering(server, { ...direct, channel_binding: 'require' }), true)
      await assert.rejects(
        entering(server, { ...direct, sslmode: 'verify-full', sslrootcert: wrongRoot }),
        unreachable(/certificate|issuer|signature/),
      )
    } else await assert.rejects(entering(server, direct), unreachable(/^PostgreSQL cannot be reached: ./))
  })
}

/** Whom the two sides are. */
function certificates({ version, server, file, changed, root, wrongRoot, sslcert, sslkey }: Tried): void {
  test('a certificate of another authority is refused wherever it is looked at', async () => {
    for (const sslmode of ['require', 'verify-ca', 'verify-full'])
      await assert.rejects(
        entering(server, { sslmode, sslrootcert: wrongRoot }),
        unreachable(/certificate|issuer|signature/),
        sslmode,
      )
    // Nobody whom everybody trusts vouches for it.
    for (const said of [
      { sslmode: 'verify-full' },
      { sslrootcert: 'system' },
      { sslmode: 'verify-full', sslrootcert: 'system' },
    ])
      await assert.rejects(entering(server, said), unreachable(/certificate/))
    await assert.rejects(
      entering(server, { sslmode: 'verify-full', sslrootcert: '/nowhere' }),
      (error: Error) => error instanceof AddressError && /^sslrootcert: ENOENT/.test(error.message),
    )
  })

  test('a certificate for another name is refused by verify-full alone, also where the name is an address', async () => {
    const full = { sslmode: 'verify-full', sslrootcert: root }
    const negotiations = version >= 17 ? ['postgres', 'direct'] : ['postgres']
    for (const sslnegotiation of negotiations) {
      const how = { ...full, sslnegotiation }
      for (const host of ['127.0.0.1', '[::1]'])
        await assert.rejects(
          entering(server, how, host),
          unreachable(/altnames|IP/),
          `${sslnegotiation} ${host}`,
        )
      assert.equal(await entering(server, { ...how, sslmode: 'verify-ca' }, '127.0.0.1'), true)
    }
    await changed(served(['elsewhere.example'], ['127.0.0.1']), () => entering(server, full, '127.0.0.1'))
    for (const sslnegotiation of negotiations) {
      const how = { ...full, sslnegotiation }
      assert.equal(await entering(server, how, '127.0.0.1'), true)
      await assert.rejects(entering(server, how), unreachable(/altnames/))
      await assert.rejects(entering(server, how, '[::1]'), unreachable(/IP/))
    }
    await changed(served(['localhost']), () => entering(server, full))
  })

  test('a login is bound to the server’s certificate, however it is signed, where that is asked for', async () => {
    const bound = { sslmode: 'require', channel_binding: 'require' }
    assert.equal(await entering(server, bound), true)
    assert.equal(await entering(server, { sslmode: 'require', channel_binding: 'disable' }), true)
    for (const [said, words] of [
      [{ sslmode: 'disable', channel_binding: 'require' }, /channel_binding=require/],
      [{ ...bound, user: 'hashed' }, /channel_binding=require/],
      [{ ...bound, user: 'plain' }, /channel_binding=require/],
    ] as const)
      await assert.rejects(entering(server, said), unreachable(words))
    for (const signature of ['ecdsa-sha384', 'rsa-sha256', 'rsa-sha512'] as const) {
      const { cert, key } = certificateFor(['localhost'], [], { signature })
      const sslrootcert = await file(`${signature}.crt`, cert)
      const how = { sslmode: 'verify-full', sslrootcert }
      await changed({ 'server.crt': cert, 'server.key': key }, () => entering(server, how))
      assert.equal(await entering(server, { ...how, channel_binding: 'require' }), true, signature)
    }
    await changed(served(['localhost']), () =>
      entering(server, { sslmode: 'verify-full', sslrootcert: root }),
    )
  })

  test('a client certificate is enough where the server asks for one, and its lack is said', async () => {
    assert.equal(await entering(server, { user: 'test', sslmode: 'require', sslcert, sslkey }), true)
    await assert.rejects(entering(server, { user: 'test', sslmode: 'require' }), refused)
    await assert.rejects(
      entering(server, { user: 'test', sslmode: 'require', sslcert: '/nowhere', sslkey }),
      (error: Error) => error instanceof AddressError && /^sslcert: ENOENT/.test(error.message),
    )
  })
}

/** How a role proves itself. */
function passwords({ server }: Tried): void {
  test('passwords are taken by MD5 and as they are too, and a wrong one is refused', async () => {
    for (const user of ['someone', 'hashed', 'plain'])
      for (const sslmode of ['disable', 'require']) {
        await entering(server, { user, sslmode })
        await assert.rejects(
          entering(server, { user, sslmode, password: 'another' }),
          (error: PostgresError) => error.code === '28P01',
          user,
        )
      }
    const without = {
      ...readDatabaseAddress(`postgres://someone@localhost:${server.port}/postgres`),
      password: undefined,
    }
    await assert.rejects(
      connected(without, async () => {}),
      /asks for a password, and the address has none/,
    )
  })

  test('passwords of all kinds of characters are proved as PostgreSQL has them', async () => {
    const letters = [...'aé½ﬁ①Å\u00a0\u00ad\u200b\u2000\u0301ªß漢😀\ufb01"\u1680\t,=']
    const texts = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 })
      .map(some => some.join(''))
    await fc.assert(
      fc.asyncProperty(texts, async secret => {
        await server.sql(`create role p login password '${secret}'`)
        try {
          assert.equal(await entering(server, { user: 'p', password: secret }), true)
        } finally {
          await server.sql('drop role p')
        }
      }),
      { numRuns: 30 },
    )
  })
}

/** What is asked once the connection stands. */
function statements({ version, server }: Tried): void {
  test('statements of every kind answer the same with TLS and without, whatever the version', async () => {
    const ways: Said[] = [{ sslmode: 'disable' }, { sslmode: 'require' }]
    if (version >= 17) ways.push({ sslmode: 'require', sslnegotiation: 'direct' })
    for (const said of ways) {
      const query = new URLSearchParams(said as Record<string, string>)
      const address = readDatabaseAddress(`postgres://postgres@localhost:${server.port}/postgres?${query}`)
      await server.sql(`alter role postgres password '${password}'`)
      await connected({ ...address, password }, async connection => {
        for (const { name, run } of kinds) {
          const answer = await run(connection)
          if (answers.has(name)) assert.deepEqual(answer, answers.get(name), `${name} ${query}`)
          answers.set(name, answer)
        }
      })
    }
  })
}
