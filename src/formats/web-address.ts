// Which addresses the server may send to: https, and only public ones on the network, in whatever form they are written.
import ipaddr from 'ipaddr.js'

type AddressRange = readonly [address: string, bits: number]

/** Parts of 2000::/3, where public addresses are, that are something else or stand for IPv4 addresses. */
const notPublic: readonly AddressRange[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
const publicSix: AddressRange = ['2000::', 3]
/** Looks public and answers virtual machines inside a cloud. */
const cloudInternal = '168.63.129.16'

const within = (address: ipaddr.IPv6, [text, bits]: AddressRange) =>
  address.match(ipaddr.IPv6.parse(text), bits)

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

const ports = ['', '443', '8443']
const longest = 2048

/** The host without what surrounds it in an address. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

export const isPublicForm = (url: URL) => url.protocol === 'https:' && ports.includes(url.port)

/** The address, or what is wrong with its form. */
export function readAddress(text: string): URL | string {
  if (text.length > longest) return `is longer than ${longest} characters`
  if (!URL.canParse(text)) return 'is not a URL'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://'
  if (url.username !== '' || url.password !== '') return 'may not hold a user name or password'
  return url.hash === '' ? url : 'may not have a fragment'
}

/** Why nothing may be sent to an address, as far as it says so itself; names are asked later. Whether addresses of this machine
 * are allowed is a setting. */
export function addressFault(text: string, { loopback }: { loopback: boolean }): string | undefined {
  const url = readAddress(text)
  if (typeof url === 'string') return url
  const host = hostOf(url)
  if (host === 'localhost' || isLoopbackAddress(host))
    return loopback ? undefined : 'is an address of this machine, which WEBHOOK_LOOPBACK does not allow'
  if (!isPublicForm(url)) return 'is not https on port 443 or 8443'
  return ipaddr.isValid(host) && !isPublicAddress(host) ? 'is not a public address' : undefined
}
