// Which addresses on the network may be sent to: public ones, whatever form they come in.
import ipaddr from 'ipaddr.js'

type Range = readonly [address: string, bits: number]

/** Parts of 2000::/3, where public addresses are, that are something else or stand for IPv4 addresses. */
const notPublic: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
const publicSix: Range = ['2000::', 3]
/** Looks public and answers virtual machines inside a cloud. */
const cloudInternal = '168.63.129.16'

const within = (address: ipaddr.IPv6, [text, bits]: Range) => address.match(ipaddr.IPv6.parse(text), bits)

/** Forms that wrap an IPv4 address (mapped, NAT64, 6to4, Teredo) are none of them public: no name resolves to such. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4)
    return ipaddr.IPv4.isValidFourPartDecimal(text) && address.range() === 'unicast' && text !== cloudInternal
  return within(address, publicSix) && !notPublic.some(range => within(address, range))
}

export const isLoopbackAddress = (text: string): boolean =>
  ipaddr.isValid(text) && ipaddr.parse(text).range() === 'loopback'
