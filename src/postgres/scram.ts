// Proves a password to PostgreSQL without sending it (SCRAM-SHA-256, bound to the TLS channel with -PLUS), and has
// PostgreSQL prove that it knows the password too.
import { createHash, createHmac, hash, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

export type Scram = {
  mechanism: 'SCRAM-SHA-256' | 'SCRAM-SHA-256-PLUS'
  first: string
  /** The proof, as an answer to what the server sent first. */
  prove(challenge: string): Promise<string>
  /** Fails where the server's last words do not prove that it knows the password. */
  verify(last: string): void
}

/** `channel` is the hash of the server's certificate where the exchange is bound to it; `couldBind` says that we would have,
 * had the server offered it. */
export function scramOf(password: string, channel?: Buffer, couldBind = false): Scram {
  const header = channel ? 'p=tls-server-end-point,,' : couldBind ? 'y,,' : 'n,,'
  const nonce = randomBytes(18).toString('base64')
  const bare = `n=,r=${nonce}`
  let signature: Buffer | undefined
  return {
    mechanism: channel ? 'SCRAM-SHA-256-PLUS' : 'SCRAM-SHA-256',
    first: header + bare,
    async prove(challenge) {
      const { r: both, s: salt, i: rounds } = fieldsOf(challenge)
      if (!both?.startsWith(nonce) || both === nonce || !salt || !(Number(rounds) > 0))
        throw new Error('PostgreSQL sent a SCRAM challenge that answers another exchange')
      const salted = await promisify(pbkdf2)(
        prepared(password),
        Buffer.from(salt, 'base64'),
        Number(rounds),
        32,
        'sha256',
      )
      const bound = Buffer.concat([Buffer.from(header), channel ?? Buffer.alloc(0)]).toString('base64')
      const last = `c=${bound},r=${both}`
      const signed = `${bare},${challenge},${last}`
      const clientKey = hmac(salted, 'Client Key')
      const proof = hmac(sha256(clientKey), signed)
      for (const [index, byte] of clientKey.entries()) proof[index]! ^= byte
      signature = hmac(hmac(salted, 'Server Key'), signed)
      return `${last},p=${proof.toString('base64')}`
    },
    verify(last) {
      const given = Buffer.from(fieldsOf(last).v ?? '', 'base64')
      if (!signature || given.length !== signature.length || !timingSafeEqual(given, signature))
        throw new Error('Whoever answers does not know the password: it is not the PostgreSQL it should be')
    },
  }
}

/** As PostgreSQL prepares a password (SASLprep, Unicode 3.2), or as it is where that knows a character of it not: we know only
 * those beyond the first plane, and those that are no characters. */
function prepared(password: string): string {
  const mapped = password
    .replace(/[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g, ' ')
    .replace(/\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/g, '')
    .normalize('NFKC')
  const isKnown = !/[\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufff9-\ufffd]/u.test(mapped) && !beyond(mapped)
  return isKnown && mapped !== '' ? mapped : password
}

const beyond = (text: string) =>
  /[\u{10000}-\u{10ffff}]/u.test(
    text.replace(
      /[\u{10300}-\u{1034a}\u{10400}-\u{1044d}\u{1d400}-\u{1d7ff}\u{20000}-\u{2a6d6}\u{2f800}-\u{2fa1d}]/gu,
      '',
    ),
  )

const fieldsOf = (text: string): Partial<Record<string, string>> =>
  Object.fromEntries(text.split(',').map(field => [field[0]!, field.slice(2)]))

export const md5Proof = (user: string, password: string, salt: Buffer): string =>
  `md5${createHash('md5')
    .update(hash('md5', password + user))
    .update(salt)
    .digest('hex')}`

/** By the end of the name of the algorithm that a certificate is signed with, as it is numbered. */
const signedWith: Record<string, string> = {
  // RSA with MD5, SHA-1, SHA-256, SHA-384, SHA-512; the two old ones count as SHA-256.
  '2a864886f70d010104': 'sha256',
  '2a864886f70d010105': 'sha256',
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  // ECDSA with SHA-1, SHA-256, SHA-384, SHA-512.
  '2a8648ce3d0401': 'sha256',
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
}

/** What binds an exchange to a server's certificate (RFC 5929); undefined where its signature has no hash of its own. */
export function endPointOf(certificate: Buffer): Buffer | undefined {
  // A sequence of what is signed, then of the algorithm, whose first part is its number.
  const algorithm = certificate.subarray(afterHead(certificate))
  const signed = algorithm.subarray(afterHead(algorithm) + lengthOf(algorithm))
  const number = signed.subarray(afterHead(signed))
  const name = signedWith[number.toString('hex', 2, 2 + number[1]!)]
  return name === undefined ? undefined : createHash(name).update(certificate).digest()
}

/** DER: a kind, a length in one byte, or in as many as it says; the bytes themselves. */
const afterHead = (bytes: Buffer) => (bytes[1]! < 0x80 ? 2 : 2 + (bytes[1]! & 0x7f))
const lengthOf = (bytes: Buffer) => (bytes[1]! < 0x80 ? bytes[1]! : bytes.readUIntBE(2, bytes[1]! & 0x7f))
