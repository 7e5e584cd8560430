// Internet addresses in one form: IPv4 in its own even when it came mapped into IPv6, ranges as their network.
// The same on both sides, so that an allow-list finds the client however either was written.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address, or undefined where the text is none. */
export function plainAddress(text: string): string | undefined {
  const bare = text.replace(/%.*$/, '')
  if (!isAddress(bare)) return undefined
  return ipaddr.process(bare).toString()
}

/** An address or a CIDR range, or undefined where the text is neither. */
export function plainRange(text: string): string | undefined {
  const slash = text.indexOf('/')
  if (slash < 0) return plainAddress(text)
  const [base, length] = [text.slice(0, slash), text.slice(slash + 1)]
  if (!isAddress(base) || !/^\d{1,3}$/.test(length)) return undefined
  const address = ipaddr.parse(base)
  const mapped = address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()
  const bits = Number(length)
  if (mapped && bits >= 96 && bits <= 128) return network((address as ipaddr.IPv6).toIPv4Address(), bits - 96)
  return bits <= (address.kind() === 'ipv4' ? 32 : 128) ? network(address, bits) : undefined
}

/** What one client has of addresses: an IPv4 address, or the 64 bits of IPv6 that are given to one subscriber. */
export const networkOf = (address: string): string =>
  (address.includes(':') ? plainRange(`${address}/64`) : undefined) ?? address

// The parser would also take 127.1 and 0x7f000001, which PostgreSQL and people do not, and reads ::1.2.3.4, which is
// no host's address (RFC 4291), as the mapped ::ffff:1.2.3.4.
const isAddress = (text: string) => isIP(text) !== 0 && !/^::\d+\./.test(text)

function network(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray()
  const kept = bytes.map(
    (byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - index * 8))) & 0xff,
  )
  const base = ipaddr.fromByteArray(kept).toString()
  return bits === bytes.length * 8 ? base : `${base}/${bits}`
}
