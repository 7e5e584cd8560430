// Where to report a weakness of this server (RFC 9116), if its operator has said so.
import { type Handler, requireReading } from './surface.ts'

const path = '/.well-known/security.txt'
const validDays = 180

export function securityTxt(contact: string | undefined): Handler {
  return async (request, target) => {
    if (contact === undefined || target.path !== path) return undefined
    requireReading(request)
    const expires = new Date()
    expires.setUTCHours(24 * validDays, 0, 0, 0)
    return {
      status: 200,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'max-age=86400' },
      body: `Contact: ${contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`,
    }
  }
}
