// A smart check that is none: the last two digits of the registration number decide what it says, so that every
// answer can be tried.
import type { Checked, Holder, Status } from './smart-check.ts'

const byEnding: Record<string, Status> = {
  '00': 'notFound',
  '01': 'cancelled',
  '02': 'expired',
  '03': 'nameMismatch',
  '04': 'unavailable',
}

export function simulated(holder: Holder, now: Date): Checked {
  const { scheme, registrationNumber, firstName, lastName } = holder
  const ending = registrationNumber.replace(/\D/g, '').slice(-2)
  const status = byEnding[ending]
  if (status) return { status }
  const sum = [...registrationNumber].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1461, 0)
  const expiry = new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1 + sum)).toISOString().slice(0, 10)
  return {
    status: 'valid',
    card: {
      cardTypeName: `${scheme} card`,
      serial: `SIM-${[...registrationNumber].slice(-8).join('')}`,
      customerName: `${[...firstName][0]} ${lastName}`.toUpperCase(),
      documentNumber: registrationNumber,
      photoType: 'none',
      ...(ending !== '05' && { expiry }),
    },
  }
}
