// Certificates made for a test, good until 2049: for these names and addresses, vouched for by themselves or by another.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import ipaddr from 'ipaddr.js'

export type Certificate = { key: string; cert: string }

export type CertificateOptions = {
  /** Whom it names. */
  name?: string
  /** Who vouches for it. */
  issuer?: Authority
  isAuthority?: boolean
  signature?: keyof typeof signatures
}

/** A certificate with the name that it goes by. */
export type Authority = Certificate & { name: string }

export function certificateFor(
  names: readonly string[],
  addresses: readonly string[] = [],
  { name = 'test', issuer, isAuthority = false, signature = 'ecdsa-sha256' }: CertificateOptions = {},
): Certificate {
  const { algorithm, hash, pair } = signatures[signature]
  const { privateKey, publicKey } = pair()
  const alternatives = [
    ...names.map(name => der(0x82, Buffer.from(name))),
    ...addresses.map(address => der(0x87, Buffer.from(ipaddr.parse(address).toByteArray()))),
  ]
  const extensions = [
    ...(alternatives.length > 0 ? [extension('551d11', der(sequence, ...alternatives))] : []),
    ...(isAuthority ? [extension('551d13', der(sequence, hex('0101ff')))] : []),
  ]
  const content = der(
    sequence,
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    algorithm,
    called(issuer?.name ?? name),
    der(sequence, time('200101000000Z'), time('491231235959Z')),
    called(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(sequence, ...extensions)),
  )
  const signed = Buffer.concat([hex('00'), sign(hash, content, issuer?.key ?? privateKey)])
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: pem(der(sequence, content, algorithm, der(0x03, signed))),
  }
}

const sequence = 0x30
const hex = (text: string) => Buffer.from(text, 'hex')
const time = (text: string) => der(0x17, Buffer.from(text))
const called = (name: string) =>
  der(sequence, der(0x31, der(sequence, der(0x06, hex('550403')), der(0x0c, Buffer.from(name)))))
const extension = (number: string, value: Buffer) => der(sequence, der(0x06, hex(number)), der(0x04, value))

type Pair = { privateKey: KeyObject; publicKey: KeyObject }
const ec = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** How a certificate is signed, by itself or by an issuer of the same kind. */
const signatures = {
  'ecdsa-sha256': { algorithm: der(sequence, der(0x06, hex('2a8648ce3d040302'))), hash: 'sha256', pair: ec },
  'ecdsa-sha384': { algorithm: der(sequence, der(0x06, hex('2a8648ce3d040303'))), hash: 'sha384', pair: ec },
  'rsa-sha256': {
    algorithm: der(sequence, der(0x06, hex('2a864886f70d01010b')), hex('0500')),
    hash: 'sha256',
    pair: rsa,
  },
  'rsa-sha512': {
    algorithm: der(sequence, der(0x06, hex('2a864886f70d01010d')), hex('0500')),
    hash: 'sha512',
    pair: rsa,
  },
  ed25519: {
    algorithm: der(sequence, der(0x06, hex('2b6570'))),
    hash: null,
    pair: (): Pair => generateKeyPairSync('ed25519'),
  },
} as const

/** A tag, a length and what is in it. */
function der(tag: number, ...inside: readonly Buffer[]): Buffer {
  const body = Buffer.concat(inside)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
