// Workers that an agency sends although they may be known already, so that somebody has matches to decide on.
import type { NewWorker } from '../src/api/create-worker/people.ts'
import { demoKeys, type FileLine, type LoadLine } from './programme.ts'

type KnownWorker = Pick<NewWorker, 'firstName' | 'lastName' | 'dob' | 'email' | 'phone' | 'gender'> &
  Pick<NewWorker, 'nationality' | 'address'> & { agencies: { id: string }[]; trades: { id: string }[] }

/** What the agency wrote otherwise than the system of record did. */
const differences: ((known: KnownWorker) => Partial<NewWorker>)[] = [
  // The same person with a new telephone.
  () => otherPhone('7700900961'),
  // A name cut short, and a new address of e-mail.
  ({ firstName, lastName }) => ({
    firstName: firstName.slice(0, Math.max(3, firstName.length - 2)),
    email: `${lastName.toLowerCase().replaceAll(/[^a-z]/g, '')}@post.example`,
  }),
  // Day and month of birth exchanged, as far as both are days.
  ({ dob }) => {
    const [year, month, day] = dob.slice(0, 10).split('-') as [string, string, string]
    return Number(day) <= 12 ? { dob: `${year}-${day}-${month}` } : otherPhone('7700900963')
  },
]

const otherPhone = (number: string) => ({ phone: { countryCode: '+44', number }, e164: `+44${number}` })

/** Takes note of the first workers that the agency does not have; what it sends of them comes after the load. */
export function newcomers() {
  const known: KnownWorker[] = []
  return {
    look(line: LoadLine | FileLine): void {
      if (line.type !== 'worker' || known.length === differences.length) return
      const worker = (line as LoadLine).record as KnownWorker
      if (!worker.agencies.some(({ id }) => id === demoKeys.agency[0])) known.push(worker)
    },
    sent: (): NewWorker[] =>
      known.map((worker, at) => {
        const { firstName, lastName, dob, email, phone, gender, nationality, address, trades } = worker
        return {
          ...{ firstName, lastName, dob: dob.slice(0, 10), email, phone, gender, nationality, address },
          e164: phone.countryCode + phone.number,
          trades: trades.map(({ id }) => id),
          agencyId: `HG-NEW-${at + 1}`,
          documents: [],
          ...differences[at]!(worker),
        }
      }),
  }
}
