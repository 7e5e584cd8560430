// Begins a session: start-up, authentication, and PostgreSQL's word that it is ready.
import type { Address } from './address.ts'
import { md5Proof, type Scram, scramOf } from './scram.ts'
import type { OpenSocket } from './socket.ts'
import type { TaskConnection } from './task.ts'

const protocol = 196_608
/** Kinds of authentication, as PostgreSQL numbers them. */
const kinds = { ok: 0, password: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 }

/** One that has not begun. */
type LoginConnection = TaskConnection & {
  readonly refusal: Error
  begun(process: number, secret: number): void
}
type Hear = (letter: string, bytes: Buffer, from: number, to: number) => void

/** `hears` is given what takes messages until the session has begun, then nothing. */
export async function logInToPostgres(
  connection: LoginConnection,
  way: OpenSocket,
  address: Address,
  settings: Readonly<Record<string, string>>,
  hears: (hear: Hear | undefined) => void,
): Promise<void> {
  const done = Promise.withResolvers<void>()
  let isLetIn = false
  const proving = prover(connection, way, address, () => {
    isLetIn = true
  })
  hears((letter, bytes, from, to) => {
    if (letter === '') done.reject(connection.refusal)
    else if (letter === 'R') proving(bytes.subarray(from, to)).catch(done.reject)
    else if (letter === 'K') connection.begun(bytes.readInt32BE(from), bytes.readInt32BE(from + 4))
    else if (letter === 'Z') {
      // A server that leaves out its proof is not trusted either.
      if (!isLetIn) return done.reject(new Error('PostgreSQL began the session before the login was over'))
      hears(undefined)
      done.resolve()
    }
  })
  const { out } = connection
  out.sized(() => {
    out.int32(protocol)
    // Without it PostgreSQL would take texts to be in the database's encoding, which need not be ours.
    const encoding = { client_encoding: 'UTF8' }
    const said = {
      user: address.user,
      database: address.database,
      ...address.settings,
      ...settings,
      ...encoding,
    }
    for (const [name, value] of Object.entries(said)) {
      out.zeroEnded(name)
      out.zeroEnded(value)
    }
    out.byte(0)
  }, 4)
  connection.flush()
  await done.promise
}

/** Answers each request for a proof, and says when there are no more; fails where what is asked for is not to be had, or not to
 * be given. */
function prover(
  connection: LoginConnection,
  way: OpenSocket,
  { user, password, channelBinding }: Address,
  letIn: () => void,
) {
  let scram: Scram | undefined
  let isBound = false
  const secret = () => {
    if (password === undefined) throw new Error('PostgreSQL asks for a password, and the address has none')
    return password
  }
  const send = (write: () => void) => {
    connection.out.message('p', write)
    connection.flush()
  }
  const mustBind = () => {
    if (channelBinding === 'require' && !isBound)
      throw new Error('channel_binding=require: PostgreSQL does not bind the login to the TLS connection')
  }
  return async (message: Buffer) => {
    const { out } = connection
    const kind = message.readInt32BE(0)
    if (kind === kinds.sasl) {
      scram = scramFor(message.toString('latin1', 4).split('\0'), secret(), way, channelBinding)
      isBound = scram.mechanism.endsWith('-PLUS')
      mustBind()
      const { mechanism, first } = scram
      send(() => {
        out.zeroEnded(mechanism)
        out.sized(() => out.utf8(first))
      })
    } else if (kind === kinds.saslContinue && scram) {
      const proof = await scram.prove(message.toString('utf8', 4))
      send(() => out.utf8(proof))
    } else if (kind === kinds.saslFinal && scram) {
      scram.verify(message.toString('utf8', 4))
      scram = undefined
    } else {
      // A server that says all is well without having proved itself is refused too.
      if (scram) throw new Error('PostgreSQL did not finish the SCRAM exchange')
      mustBind()
      if (kind === kinds.password) send(() => out.zeroEnded(secret()))
      else if (kind === kinds.md5) send(() => out.zeroEnded(md5Proof(user, secret(), message.subarray(4, 8))))
      else if (kind === kinds.ok) letIn()
      else throw new Error(`PostgreSQL asks for a kind of login that is not supported (${kind})`)
    }
  }
}

function scramFor(
  offered: readonly string[],
  password: string,
  way: OpenSocket,
  binding: Address['channelBinding'],
): Scram {
  const couldBind = way.isEncrypted && way.endPoint !== undefined && binding !== 'disable'
  if (couldBind && offered.includes('SCRAM-SHA-256-PLUS')) return scramOf(password, way.endPoint)
  if (offered.includes('SCRAM-SHA-256')) return scramOf(password, undefined, couldBind)
  throw new Error(`PostgreSQL offers no login that is supported: ${offered.filter(Boolean).join(', ')}`)
}
