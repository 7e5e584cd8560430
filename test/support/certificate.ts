// A certificate that vouches for itself, made for a test: for these names and addresses, good until 2049.
import { generateKeyPairSync, sign } from 'node:crypto'
import ipaddr from 'ipaddr.js'

export type Certificate = { key: string; cert: string }

export function certificateFor(names: readonly string[], addresses: readonly string[] = []): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const alternatives = [
    ...names.map(name => der(0x82, Buffer.from(name))),
    ...addresses.map(address => der(0x87, Buffer.from(ipaddr.parse(address).toByteArray()))),
  ]
  const called = der(
    sequence,
    der(0x31, der(sequence, der(0x06, hex('550403')), der(0x0c, Buffer.from('test')))),
  )
  const extension = der(sequence, der(0x06, hex('551d11')), der(0x04, der(sequence, ...alternatives)))
  const content = der(
    sequence,
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    ecdsaWithSha256,
    called,
    der(sequence, time('200101000000Z'), time('491231235959Z')),
    called,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(sequence, extension)),
  )
  const signature = Buffer.concat([hex('00'), sign('sha256', content, privateKey)])
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: pem(der(sequence, content, ecdsaWithSha256, der(0x03, signature))),
  }
}

const sequence = 0x30
const hex = (text: string) => Buffer.from(text, 'hex')
const time = (text: string) => der(0x17, Buffer.from(text))
const ecdsaWithSha256 = der(sequence, der(0x06, hex('2a8648ce3d040302')))

/** A tag, a length and what is in it. */
function der(tag: number, ...inside: readonly Buffer[]): Buffer {
  const body = Buffer.concat(inside)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
