// Whoever answers in PostgreSQL's place without knowing the password, or breaks its protocol, is told from it.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { ConnectionError } from '../../src/postgres/errors.ts'
import { connected } from './support/connections.ts'
import { challenge, fakeServer, letIn, message, ready, saslOffered } from './support/fake-server.ts'
import { rows } from './support/kinds.ts'

type Turn = (said: Buffer, socket: Socket) => Buffer | undefined

async function refuses(turns: readonly Turn[], words: RegExp, query?: string): Promise<void> {
  const fake = await fakeServer(turns, query)
  try {
    await assert.rejects(
      connected(fake.address, connection => rows(connection, 'select 1'), { timeoutMs: 5_000 }),
      (error: unknown) => {
        assert.ok(error instanceof ConnectionError, String(error))
        assert.match(error.message, words)
        return !error.mayHaveRun
      },
    )
  } finally {
    await fake.close()
  }
}

/** The end of the login and the beginning of the session may come in one piece. */
const unproved = /did not finish the SCRAM exchange|before the login was over/
const binary = (...parts: Buffer[]) => Buffer.concat(parts)

test('a server that proves a password wrongly, or not at all, is not believed', async () => {
  const offered = () => saslOffered
  await refuses([offered, challenge, () => message('R', 12, 'v=d3Jvbmc=')], /does not know the password/)
  await refuses([offered, challenge, () => message('R', 12, 'e=other-error')], /does not know the password/)
  await refuses([offered, challenge, () => binary(letIn, ready)], unproved)
  await refuses([offered, () => binary(letIn, ready)], unproved)
  await refuses([offered, challenge, () => ready], /before the login was over/)
  await refuses([offered, () => ready], /before the login was over/)
  await refuses([() => ready], /before the login was over/)
  await refuses([() => message('R', 12, 'v=d3Jvbmc=')], /not supported \(12\)/)
})

test('a challenge that answers another exchange is refused', async () => {
  const offered = () => saslOffered
  for (const text of ['r=another,s=c2FsdA==,i=1', 's=c2FsdA==,i=1', 'x', ''])
    await refuses([offered, () => message('R', 11, text)], /answers another exchange/)
  const challenges = (rounds: string) => (said: Buffer) =>
    message('R', 11, `r=${/r=([^,]+)/.exec(said.toString('latin1'))![1]}x,s=c2FsdA==,i=${rounds}`)
  for (const rounds of ['0', '-1', 'x', ''])
    await refuses([offered, challenges(rounds)], /answers another exchange/)
})

test('a login that is not bound to TLS is refused where it must be, whoever leaves the proof out', async () => {
  const query = 'sslmode=disable&channel_binding=require'
  for (const first of [letIn, binary(letIn, ready), saslOffered, message('R', 3), message('R', 5, 'salt')])
    await refuses([() => first], /channel_binding=require|before the login was over/, query)
  await refuses([() => ready], /before the login was over/, query)
})

test('kinds of login that are not known are named', async () => {
  for (const kind of [2, 6, 7, 9])
    await refuses([() => message('R', kind)], new RegExp(`not supported \\(${kind}\\)`))
  await refuses([() => message('R', 10, 'OAUTHBEARER\0\0')], /no login that is supported: OAUTHBEARER/)
})

test('what is said before TLS begins is not believed', async () => {
  const query = 'sslmode=require'
  await refuses([() => Buffer.from('SR\0\0\0\x08')], /answered something else/, query)
  await refuses([() => message('E', 'SFATAL\0C28000\0Mgo away\0\0')], /answered something else/, query)
  await refuses([() => Buffer.from('N')], /speaks no TLS here, and sslmode=require/, query)
  await refuses([() => Buffer.from('X')], /answered something else/, 'sslmode=prefer')
  await refuses([() => Buffer.from('SR\0\0\0\x08')], /answered something else/, 'sslmode=prefer')
  // Neither is what comes in the clear where the handshake should.
  await refuses([() => Buffer.from('S'), () => binary(letIn, ready)], /cannot be reached: ./, query)
})

test('messages that cannot be end the connection, and whoever waits is told', async () => {
  const impossible = Buffer.from([0x54, 0xff, 0xff, 0xff, 0xff])
  const short = Buffer.from([0x54, 0, 0, 0, 1])
  for (const answer of [impossible, short]) {
    const fake = await fakeServer([() => binary(letIn, ready), () => answer])
    await connected(fake.address, async connection => {
      await assert.rejects(rows(connection, 'select 1'), /impossible length/)
      await connection.closed
    })
    await fake.close()
  }
})

test('one who accepts and says nothing is given up in time, at each step', async () => {
  const silent = () => undefined
  const steps: [Turn[], string][] = [
    [[silent], 'sslmode=disable'],
    [[silent], 'sslmode=require'],
    [[() => Buffer.from('S'), silent], 'sslmode=require'],
    [[silent], 'sslmode=require&sslnegotiation=direct'],
    [[() => saslOffered, silent], 'sslmode=disable'],
    [[() => letIn, silent], 'sslmode=disable'],
  ]
  for (const [turns, query] of steps) {
    const fake = await fakeServer(turns, query)
    await assert.rejects(
      connected(fake.address, async () => {}, { timeoutMs: 150 }),
      (error: ConnectionError) => error.code === 'CONNECT_TIMEOUT' && /within 0.15 s/.test(error.message),
    )
    for (const socket of fake.sockets)
      if (!socket.destroyed) await new Promise(done => socket.once('close', done))
    await fake.close()
  }
})
